import { randomBytes } from 'node:crypto'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { anAccount, anOrigin } from '../../test/an-account.ts'
import { createApiKeyStore, type NewApiKey } from './api-key-store.ts'
import { connectStore } from '../database/connect-store.ts'

const aKey = (key: Partial<NewApiKey> & { accountId: number }): NewApiKey => ({
  name: 'siem',
  keyHash: randomBytes(32),
  scopes: ['search', 'alerts:read'],
  networks: ['192.0.2.0/24'],
  expiresAt: null,
  ...key,
})

/** A store of keys with a clock that the test can move. */
async function someKeys() {
  const made = await testStore()
  const clock = { offset: 0 }
  const store = connectStore(made.config, 'test', { clockOffsetSeconds: () => clock.offset })
  return {
    store,
    clock,
    keys: createApiKeyStore(store),
    async [Symbol.asyncDispose]() {
      await store.close()
      await made[Symbol.asyncDispose]()
    },
  }
}

test('finds a key by its hash, with its permissions and its account', async () => {
  await using test = await someKeys()
  const accountId = await anAccount(test.store, 'operator', 'olga')
  const key = aKey({ accountId })
  const made = await test.keys.create(key, anOrigin())
  if (typeof made === 'string') throw new Error(made)
  expect(await test.keys.findLive(key.keyHash)).toEqual({
    id: made.id,
    accountId,
    username: 'olga',
    role: 'operator',
    scopes: ['search', 'alerts:read'],
    networks: ['192.0.2.0/24'],
    expiresAt: null,
    isUseStale: true,
  })
  expect(await test.keys.findLive(randomBytes(32))).toBe('absent')
  expect(JSON.stringify(await test.keys.list())).not.toContain(Buffer.from(key.keyHash).toString('hex'))
})

test('rejects a key after its expiry', async () => {
  await using test = await someKeys()
  const accountId = await anAccount(test.store)
  const expiresAt = new Date(Date.now() + 3_600_000)
  const key = aKey({ accountId, expiresAt })
  await test.keys.create(key, anOrigin())
  expect(await test.keys.findLive(key.keyHash)).not.toBe('absent')
  test.clock.offset = 3_601
  expect(await test.keys.findLive(key.keyHash)).toBe('absent')
  expect(await test.keys.list()).toMatchObject([{ expiresAt }])
  expect(await test.keys.create(aKey({ accountId, name: 'late', expiresAt }), anOrigin())).toBe('expired')
})

test('records the use of a key and its IP address once a minute', async () => {
  await using test = await someKeys()
  const accountId = await anAccount(test.store)
  const made = await test.keys.create(aKey({ accountId }), anOrigin())
  if (typeof made === 'string') throw new Error(made)
  await test.keys.touch(made.id, '192.0.2.7')
  await test.keys.touch(made.id, '192.0.2.8')
  expect(await test.keys.list()).toMatchObject([{ lastUsedAddress: '192.0.2.7', lastUsedAt: expect.any(Date) }])
  test.clock.offset = 61
  await test.keys.touch(made.id, '192.0.2.8')
  expect(await test.keys.list()).toMatchObject([{ lastUsedAddress: '192.0.2.8' }])
})

test('rejects duplicate names within an account, and owners whose role cannot have keys', async () => {
  await using test = await someKeys()
  const [one, other] = [await anAccount(test.store), await anAccount(test.store)]
  expect(await test.keys.create(aKey({ accountId: one }), anOrigin())).toMatchObject({ name: 'siem' })
  expect(await test.keys.create(aKey({ accountId: one, name: 'SIEM' }), anOrigin())).toBe('name-taken')
  expect(await test.keys.create(aKey({ accountId: other }), anOrigin())).toMatchObject({ name: 'siem' })
  for (const role of ['viewer', 'auditor'] as const) {
    const accountId = await anAccount(test.store, role)
    expect(await test.keys.create(aKey({ accountId }), anOrigin()), role).toBe('no-owner')
  }
  expect(await test.keys.create(aKey({ accountId: 99 }), anOrigin())).toBe('no-owner')
})

test('lets the owner or a user with the right to remove all keys remove a key, and audits it', async () => {
  await using test = await someKeys()
  const accountId = await anAccount(test.store)
  const key = aKey({ accountId })
  const made = await test.keys.create(key, anOrigin())
  if (typeof made === 'string') throw new Error(made)
  expect(await test.keys.remove(made.id, accountId + 1, anOrigin())).toBe('absent')
  expect(await test.keys.remove(made.id, undefined, anOrigin())).toBe('removed')
  expect(await test.keys.remove(made.id, undefined, anOrigin())).toBe('absent')
  expect(await test.keys.findLive(key.keyHash)).toBe('absent')
  const audit = await test.store.db.selectFrom('audit').select(['action', 'object']).orderBy('id').execute()
  expect(audit.slice(1)).toEqual([
    { action: 'key.create', object: `key/${made.id}` },
    { action: 'key.remove', object: `key/${made.id}` },
  ])
})
