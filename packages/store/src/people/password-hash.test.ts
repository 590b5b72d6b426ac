import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPasswordHash } from './password-hash.ts'

const pepper = randomBytes(32)
const passwords = createPasswordHash(pepper)

test('a password is recognised, another is not, and no two hashes are equal', async () => {
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(first).toMatch(
    /^\$argon2id\$v=19\$m=47104,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  )
  expect(first).not.toBe(second)
  expect(await passwords.verify('correct horse', first)).toBe(true)
  expect(await passwords.verify('correct Horse', first)).toBe(false)
})

test('without the pepper the right password does not fit', async () => {
  const phc = await passwords.hash('correct horse')
  const withoutKeyId = phc.replace(/,keyid=[^$]*/, '')
  expect(await passwords.verify('correct horse', withoutKeyId)).toBe(false)
})

test('made with a pepper that is lost, no password fits, and it is not current', async () => {
  const phc = await createPasswordHash(randomBytes(32)).hash('correct horse')
  expect(await passwords.verify('correct horse', phc)).toBe(false)
  expect(passwords.isCurrent(phc)).toBe(false)
})

test('the pepper is not in the hash', async () => {
  const phc = await passwords.hash('x')
  expect(phc).not.toContain(pepper.toString('base64').slice(0, 11))
})

test('letters that look the same are the same, however they were typed', async () => {
  expect(await passwords.verify('u\u0308ber', await passwords.hash('\u00fcber'))).toBe(true)
})

test('a hash made elsewhere, with another cost and no pepper, is understood, but not current', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1`, from the reference implementation.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await passwords.verify('password', phc)).toBe(true)
  expect(passwords.isCurrent(phc)).toBe(false)
  expect(passwords.isCurrent(await passwords.hash('password'))).toBe(true)
})

test('no one can sign in with the hash of no one, and it costs what any other does', async () => {
  expect(await passwords.verify('', passwords.nobodysHash)).toBe(false)
  expect(passwords.isCurrent(passwords.nobodysHash)).toBe(true)
})

test('an unreadable hash is a fault, not a wrong password', async () => {
  await expect(passwords.verify('x', '$argon2id$broken')).rejects.toThrow('not readable')
})
