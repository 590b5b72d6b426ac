import { randomBytes } from 'node:crypto'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Store } from './connect-store.ts'
import { createSessionStore } from './session-store.ts'
import { createSettingStore } from './setting-store.ts'

async function anAccount({ db }: Store): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({ username: 'olga', role: 'operator', password_hash: '$argon2id$x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a session lives until its age is over, by the clock of the database', async () => {
  await using test = await testStore()
  const sessions = createSessionStore(test.store)
  const accountId = await anAccount(test.store)
  const tokenHash = randomBytes(32)

  const { expiresAt } = await sessions.create({ tokenHash, accountId, ageSeconds: 3_600 })
  expect(expiresAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(60_000)

  expect(await sessions.findLive(tokenHash)).toMatchObject({ accountId, username: 'olga', role: 'operator' })
  expect(await sessions.findLive(randomBytes(32))).toBe('absent')
  await sql`update session set created_at = now() - interval '2 hours', expires_at = now()`.execute(test.store.db)
  expect(await sessions.findLive(tokenHash)).toBe('absent')
})

test('revoking a session or disabling its account ends it', async () => {
  await using test = await testStore()
  const sessions = createSessionStore(test.store)
  const accountId = await anAccount(test.store)
  const [first, second] = [randomBytes(32), randomBytes(32)]
  for (const tokenHash of [first, second]) await sessions.create({ tokenHash, accountId, ageSeconds: 3_600 })

  await sessions.revoke(first)
  expect(await sessions.findLive(first)).toBe('absent')
  expect(await sessions.findLive(second)).not.toBe('absent')

  await test.store.db.updateTable('account').set({ disabled_at: new Date() }).execute()
  expect(await sessions.findLive(second)).toBe('absent')
})

test('the long dead are swept when a session begins', async () => {
  await using test = await testStore()
  const sessions = createSessionStore(test.store)
  const accountId = await anAccount(test.store)
  await sessions.create({ tokenHash: randomBytes(32), accountId, ageSeconds: 300 })
  await sql`update session set created_at = now() - interval '9 days', expires_at = now() - interval '8 days'`.execute(
    test.store.db,
  )

  const fresh = randomBytes(32)
  await sessions.create({ tokenHash: fresh, accountId, ageSeconds: 300 })
  const left = await test.store.db.selectFrom('session').select('token_hash').execute()
  expect(left).toEqual([{ token_hash: fresh }])
})

test('the session age is eight hours at first, and the table refuses one outside its bounds', async () => {
  await using test = await testStore()
  expect(await createSettingStore(test.store).read()).toEqual({ sessionAgeSeconds: 28_800 })
  for (const value of ['299', '86401', '"long"', 'null'])
    await expect(test.store.db.updateTable('setting').set({ value }).execute()).rejects.toThrow('session_age')
})
