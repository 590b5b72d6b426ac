import { randomBytes } from 'node:crypto'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anAccount, anOrigin, somePasswordHash } from '../../test/an-account.ts'
import { createApiKeyStore } from './api-key-store.ts'
import type { Store } from '../database/connect-store.ts'
import { createFailureCounterStore } from './failure-counter-store.ts'
import { createSessionStore } from './session-store.ts'
import { createUserStore, type Permit } from './user-store.ts'

async function aSession(store: Store, accountId: number) {
  const tokenHash = randomBytes(32)
  const session = { tokenHash, kind: 'token', accountId, passwordHash: somePasswordHash } as const
  const begun = await createSessionStore(store).create(
    { ...session, ageSeconds: 300, address: '', userAgent: '' },
    anOrigin(),
  )
  if (begun === 'outdated') throw new Error('no session began')
  return {
    id: begun.id,
    isLive: async () => (await createSessionStore(store).findLive('token', tokenHash)) !== 'absent',
  }
}

async function aKey(store: Store, accountId: number) {
  const key = { accountId, name: 'siem', keyHash: randomBytes(32), scopes: ['search'], networks: [], expiresAt: null }
  await createApiKeyStore(store).create({ ...key, scopes: ['search'] }, anOrigin())
  return { isLive: async () => (await createApiKeyStore(store).findLive(key.keyHash)) !== 'absent' }
}

const lastAudit = ({ db }: Store) =>
  db.selectFrom('audit').select(['action', 'object', 'before', 'after']).orderBy('id', 'desc').executeTakeFirst()

test('rejects a duplicate name, case-insensitively', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const user = { username: 'Olga', role: 'operator', passwordHash: somePasswordHash, mustChangePassword: true } as const
  const made = await users.create(user, anOrigin())
  expect(made).toMatchObject({ username: 'Olga', role: 'operator', isDisabled: false, mustChangePassword: true })
  expect(await users.create({ ...user, username: 'oLGA' }, anOrigin())).toBe('username-taken')
  expect(await users.list()).toEqual([made])
})

test('ends the sessions on a role change, but keeps the keys of an operator', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const id = await anAccount(test.store, 'administrator', 'olga')
  await anAccount(test.store, 'administrator')
  const session = await aSession(test.store, id)
  const key = await aKey(test.store, id)

  expect(await users.change(id, { role: 'operator' }, anOrigin())).toMatchObject({ id, role: 'operator' })
  expect([await session.isLive(), await key.isLive()]).toEqual([false, true])
  const shown = { username: 'olga', disabled: false, must_change_password: false }
  expect(await lastAudit(test.store)).toEqual({
    action: 'user.change',
    object: `user/${id}`,
    before: { ...shown, role: 'administrator' },
    after: { ...shown, role: 'operator' },
  })
})

test.each([{ isDisabled: true }, { role: 'viewer' } as const, { role: 'auditor' } as const])(
  '%j revokes the sessions and keys of the account permanently',
  async (change) => {
    await using test = await testStore()
    const users = createUserStore(test.store)
    const id = await anAccount(test.store)
    const session = await aSession(test.store, id)
    const key = await aKey(test.store, id)
    await users.change(id, change, anOrigin())
    await users.change(id, { isDisabled: false, role: 'operator' }, anOrigin())
    expect([await session.isLive(), await key.isLive()]).toEqual([false, false])
  },
)

test('never removes, disables or demotes the last enabled administrator, even concurrently', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const [one, other] = [await anAccount(test.store, 'administrator'), await anAccount(test.store, 'administrator')]
  const outcomes = await Promise.all([
    users.change(one, { role: 'operator' }, anOrigin()),
    users.remove(other, anOrigin()),
  ])
  expect(outcomes.filter((each) => each === 'last-administrator')).toHaveLength(1)

  const left = (await users.list()).find(({ role }) => role === 'administrator')?.id ?? 0
  expect(await users.change(left, { isDisabled: true }, anOrigin())).toBe('last-administrator')
  expect(await users.change(left, { role: 'viewer' }, anOrigin())).toBe('last-administrator')
  expect(await users.remove(left, anOrigin())).toBe('last-administrator')
  // A disabled administrator does not count.
  const third = await anAccount(test.store, 'administrator')
  await users.change(third, { isDisabled: true }, anOrigin())
  expect(await users.remove(left, anOrigin())).toBe('last-administrator')
})

test('does not audit changes without an effect, and returns absent for unknown accounts', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const id = await anAccount(test.store)
  const before = await lastAudit(test.store)
  expect(await users.change(id, { role: 'operator' }, anOrigin())).toMatchObject({ id })
  expect(await users.change(id + 1, { role: 'viewer' }, anOrigin())).toBe('absent')
  expect(await users.remove(id + 1, anOrigin())).toBe('absent')
  const password = { passwordHash: somePasswordHash, mustChangePassword: false }
  expect(await users.setPassword(id + 1, password, anOrigin())).toBe('absent')
  expect(await users.setPassword(id, { ...password, replaces: 'another' }, anOrigin())).toBe('outdated')
  expect(await lastAudit(test.store)).toEqual(before)
})

test('removes sessions and keys with an account, but keeps its audit rows', async () => {
  await using test = await testStore()
  const id = await anAccount(test.store)
  const session = await aSession(test.store, id)
  const key = await aKey(test.store, id)
  expect(await createUserStore(test.store).remove(id, anOrigin())).toBe('removed')
  expect([await session.isLive(), await key.isLive()]).toEqual([false, false])
  const audit = await test.store.db.selectFrom('audit').select(['action', 'object', 'after']).orderBy('id').execute()
  expect(audit.slice(-2)).toEqual([
    { action: 'user.remove', object: `user/${id}`, after: null },
    { action: 'key.remove', object: expect.stringMatching(/^key\/\d+$/), after: null },
  ])
})

test('ends other sessions and clears failure counters on a password change, and audits no password', async () => {
  await using test = await testStore()
  const id = await anAccount(test.store, 'operator', 'olga')
  const [kept, ended] = [await aSession(test.store, id), await aSession(test.store, id)]
  const counters = createFailureCounterStore(test.store)
  await counters.remember(id, '192.0.2.7')
  for (const source of ['192.0.2.7', '192.0.2.8']) await counters.admit({ username: 'olga', accountId: id, source })

  const password = { passwordHash: '$argon2id$new', mustChangePassword: true, keepSessionId: kept.id }
  const users = createUserStore(test.store)
  const key = await aKey(test.store, id)
  const replacing = { ...password, replaces: somePasswordHash }
  const effects = { sessionsEnded: 1, keysRemoved: 0, keysRemaining: 1 }
  expect(await users.setPassword(id, replacing, anOrigin())).toEqual(effects)
  expect([await kept.isLive(), await ended.isLive(), await key.isLive()]).toEqual([true, false, true])
  expect(await users.find(id)).toMatchObject({ mustChangePassword: true })
  const left = await test.store.db.selectFrom('login_lane').select('lane').orderBy('lane').execute()
  expect(left.map(({ lane }) => lane)).toEqual(['global', 'source:192.0.2.8'])
  expect(JSON.stringify(await lastAudit(test.store))).not.toContain('argon2id')
})

test('removes the keys on a password change if requested, and counts only valid keys', async () => {
  await using test = await testStore()
  const [id, other] = [await anAccount(test.store), await anAccount(test.store)]
  const [key, othersKey] = [await aKey(test.store, id), await aKey(test.store, other)]
  const users = createUserStore(test.store)
  const password = { passwordHash: somePasswordHash, mustChangePassword: true }
  await test.store.db
    .updateTable('api_key')
    .set({ expires_at: new Date(0) })
    .where('account_id', '=', id)
    .execute()
  const none = { sessionsEnded: 0, keysRemoved: 0, keysRemaining: 0 }
  expect(await users.setPassword(id, password, anOrigin())).toEqual(none)
  await test.store.db.updateTable('api_key').set({ expires_at: null }).where('account_id', '=', id).execute()
  expect(await users.setPassword(id, password, anOrigin())).toEqual({ ...none, keysRemaining: 1 })
  const revoking = { ...password, revokesKeys: true }
  expect(await users.setPassword(id, revoking, anOrigin())).toEqual({ ...none, keysRemoved: 1 })
  expect([await key.isLive(), await othersKey.isLive()]).toEqual([false, true])
  expect(await lastAudit(test.store)).toMatchObject({ action: 'key.remove', after: null })
})

test('rolls back a change that is not permitted, without an audit row', async () => {
  await using test = await testStore()
  const users = createUserStore(test.store)
  const id = await anAccount(test.store, 'operator')
  const session = await aSession(test.store, id)
  const before = await lastAudit(test.store)
  const seen: string[] = []
  const forbid: Permit = (from, to) => {
    seen.push(`${from.role} ${to.role}`)
    throw new Error('not permitted')
  }
  const password = { passwordHash: '$argon2id$new', mustChangePassword: true }
  await expect(users.change(id, { role: 'administrator' }, anOrigin(), forbid)).rejects.toThrow('not permitted')
  await expect(users.setPassword(id, password, anOrigin(), forbid)).rejects.toThrow('not permitted')
  expect(seen).toEqual(['operator administrator', 'operator operator'])
  expect(await users.find(id)).toMatchObject({ role: 'operator', mustChangePassword: false })
  expect([await session.isLive(), await lastAudit(test.store)]).toEqual([true, before])
})
