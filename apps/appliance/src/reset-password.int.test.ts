import { randomBytes } from 'node:crypto'
import { createAccountStore, createLoginLaneStore, createSessionStore, createUserStore } from '@watchpost/store'
import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { consoleOrigin } from './console-origin.ts'
import { resetPassword } from './reset-password.ts'

test('who is locked out gets a password that opens the account at once, and the console is in the audit', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  const { store } = test
  const [accounts, users, sessions] = [createAccountStore(store), createUserStore(store), createSessionStore(store)]
  const passwordHash = await secrets.passwords.hash('an old password that is lost')
  const olga = { username: 'Olga', passwordHash, mustChangePassword: false }
  await accounts.createFirstAdministrator(olga, testOrigin)
  const before = await accounts.findByUsername('olga')
  if (before === 'absent') throw new Error('nobody there')
  const tokenHash = randomBytes(32)
  const session = { tokenHash, kind: 'token', accountId: before.id, passwordHash } as const
  await sessions.create({ ...session, ageSeconds: 300, address: '', userAgent: '' }, testOrigin)
  const attempt = { username: 'olga', accountId: before.id, source: '192.0.2.7' }
  const lanes = createLoginLaneStore(store)
  while ((await lanes.admit(attempt)).outcome === 'admitted') continue

  const ports = { ...accounts, ...users, hash: secrets.passwords.hash }
  const { password } = await resetPassword('OLGA', ports, consoleOrigin())
  const after = await accounts.findByUsername('olga')
  if (after === 'absent') throw new Error('nobody there')
  expect(await secrets.passwords.verify(password, after.passwordHash)).toBe(true)
  expect(after.mustChangePassword).toBe(true)
  expect(await sessions.findLive('token', tokenHash)).toBe('absent')
  expect((await lanes.admit(attempt)).outcome).toBe('admitted')

  const audit = await store.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(audit).toMatchObject({ action: 'user.password', object: `user/${after.id}`, via: 'console', account_id: null })
  expect(JSON.stringify(audit)).not.toContain(password)
})

test('a name that nobody has is told', async () => {
  await using test = await testStore()
  const ports = { ...createAccountStore(test.store), ...createUserStore(test.store), hash: async () => '' }
  await expect(resetPassword('nobody', ports, consoleOrigin())).rejects.toThrow('no account is called nobody')
})
