import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswordHash } from './password-hash.ts'

const pepper = randomBytes(32)
const passwords = createPasswordHash(pepper)

test('accepts the right password, rejects another, and salts each hash', async () => {
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(first).toMatch(
    /^\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  )
  expect(first).not.toBe(second)
  expect(await passwords.verify('correct horse', first)).toBe(true)
  expect(await passwords.verify('correct Horse', first)).toBe(false)
})

test('rejects the right password without the pepper', async () => {
  const phc = await passwords.hash('correct horse')
  const withoutKeyId = phc.replace(/,keyid=[^$]*/, '')
  expect(await passwords.verify('correct horse', withoutKeyId)).toBe(false)
})

test('rejects any password for a hash with a lost pepper, and reports the hash as outdated', async () => {
  const phc = await createPasswordHash(randomBytes(32)).hash('correct horse')
  expect(await passwords.verify('correct horse', phc)).toBe(false)
  expect(passwords.isCurrent(phc)).toBe(false)
})

test('keeps the pepper out of the hash', async () => {
  const phc = await passwords.hash('x')
  expect(phc).not.toContain(pepper.toString('base64').slice(0, 11))
})

test('treats composed and decomposed characters as the same password', async () => {
  expect(await passwords.verify('u\u0308ber', await passwords.hash('\u00fcber'))).toBe(true)
})

test('verifies a foreign hash with another cost and no pepper, and reports it as outdated', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1`, from the reference implementation.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await passwords.verify('password', phc)).toBe(true)
  expect(passwords.isCurrent(phc)).toBe(false)
  expect(passwords.isCurrent(await passwords.hash('password'))).toBe(true)
})

test('rejects any password for the dummy hash, at the same cost', async () => {
  expect(await passwords.verify('', passwords.nobodysHash)).toBe(false)
  expect(passwords.isCurrent(passwords.nobodysHash)).toBe(true)
})

test('throws for an unreadable hash instead of rejecting the password', async () => {
  await expect(passwords.verify('x', '$argon2id$broken')).rejects.toThrow('not readable')
})
