import { randomBytes } from 'node:crypto'
import {
  createAccountStore,
  createApiKeyStore,
  createFailureCounterStore,
  createSessionStore,
  createUserStore,
} from '@watchpost/store'
import { testOrigin, testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { consoleOrigin } from '../console-origin.ts'
import { resetPassword } from './reset-password.ts'

test('a reset password works at once for a locked-out account, and the reset is audited with the console as origin', async () => {
  await using test = await testStore()
  using secrets = await testSecrets(test.store)
  const { store } = test
  const [accounts, users, sessions] = [createAccountStore(store), createUserStore(store), createSessionStore(store)]
  const passwordHash = await secrets.passwords.hash('an old password that is lost')
  const olga = { username: 'Olga', passwordHash, mustChangePassword: false }
  await accounts.createFirstAdministrator(olga, testOrigin)
  const before = await accounts.findByUsername('olga')
  if (before === 'absent') throw new Error('no one there')
  const tokenHash = randomBytes(32)
  const session = { tokenHash, kind: 'token', accountId: before.id, passwordHash } as const
  await sessions.create({ ...session, ageSeconds: 300, address: '', userAgent: '' }, testOrigin)
  const key = { accountId: before.id, name: 'siem', keyHash: randomBytes(32), networks: [], expiresAt: null }
  await createApiKeyStore(store).create({ ...key, scopes: ['search'] }, testOrigin)
  const attempt = { username: 'olga', accountId: before.id, source: '192.0.2.7' }
  const counters = createFailureCounterStore(store)
  while ((await counters.admit(attempt)).outcome === 'admitted') continue

  const ports = { ...accounts, ...users, hash: secrets.passwords.hash }
  const options = { username: 'OLGA', revokesKeys: false }
  const { password, ...effects } = await resetPassword(options, ports, consoleOrigin())
  expect(effects).toMatchObject({ sessionsEnded: 1, keysRemoved: 0, keysRemaining: 1 })
  const after = await accounts.findByUsername('olga')
  if (after === 'absent') throw new Error('no one there')
  expect(await secrets.passwords.verify(password, after.passwordHash)).toBe(true)
  expect(after.mustChangePassword).toBe(true)
  expect(await sessions.findLive('token', tokenHash)).toBe('absent')
  expect((await counters.admit(attempt)).outcome).toBe('admitted')

  const audit = await store.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(audit).toMatchObject({ action: 'user.password', object: `user/${after.id}`, via: 'console', account_id: null })
  expect(JSON.stringify(audit)).not.toContain(password)

  const again = await resetPassword({ username: 'olga', revokesKeys: true }, ports, consoleOrigin())
  expect(again).toMatchObject({ sessionsEnded: 0, keysRemoved: 1, keysRemaining: 0 })
  expect(await createApiKeyStore(store).findLive(key.keyHash)).toBe('absent')
})

test('reports an unknown user name', async () => {
  await using test = await testStore()
  const ports = { ...createAccountStore(test.store), ...createUserStore(test.store), hash: async () => '' }
  await expect(resetPassword({ username: 'ghost', revokesKeys: false }, ports, consoleOrigin())).rejects.toThrow(
    'no account is called ghost',
  )
})
