import { expect, test } from 'vitest'
import { hashPassword, nobodysPasswordHash, verifyPassword } from './password-hash.ts'

test('a password is recognised, another is not, and no two hashes are equal', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('correct horse', first)).toBe(true)
  expect(await verifyPassword('correct Horse', first)).toBe(false)
})

test('letters that look the same are the same, however they were typed', async () => {
  expect(await verifyPassword('u\u0308ber', await hashPassword('\u00fcber'))).toBe(true)
})

test('a hash made elsewhere with another cost is understood', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1`, from the reference implementation.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
})

test('nobody can sign in with the hash of nobody', async () => {
  expect(await verifyPassword('', nobodysPasswordHash)).toBe(false)
})

test('an unreadable hash is a fault, not a wrong password', async () => {
  await expect(verifyPassword('x', '$argon2id$broken')).rejects.toThrow('not readable')
})
