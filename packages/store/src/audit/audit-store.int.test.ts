import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditedChange, type AuditOrigin } from './audit-store.ts'
import type { Store } from '../database/connect-store.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'olga',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
}
const entry = { action: 'hold.raise', object: 'hold/x', before: null, after: { reason: 'x', list: [1, 2] } }

const raise = (store: Store, reason: string) =>
  auditedChange(store, origin, async (trx) => {
    await trx.insertInto('ingest_hold').values({ reason, detail: '' }).execute()
    return { result: reason, audit: { ...entry, object: `hold/${reason}` } }
  })
const rows = ({ db }: Store) => db.selectFrom('audit').selectAll().orderBy('id').execute()
const holds = async ({ db }: Store) =>
  (await db.selectFrom('ingest_hold').select('reason').orderBy('reason').execute()).map(({ reason }) => reason)

test('writes a change and its audit row in one transaction', async () => {
  await using test = await testStore()
  expect(await raise(test.store, 'x')).toBe('x')
  expect(await holds(test.store)).toEqual(['x'])
  expect(await rows(test.store)).toEqual([
    {
      id: 1,
      at: expect.any(Date),
      account_id: 7,
      username: 'olga',
      via: 'token',
      credential_prefix: '0a1b2c3d',
      address: '192.0.2.7',
      request_id: 'r-1',
      ...entry,
      hash: expect.any(Buffer),
    },
  ])
})

test('rolls back a change whose audit row cannot be written', async () => {
  await using test = await testStore()
  const unwritable = { ...entry, action: 'not an action' }
  const change = auditedChange(test.store, origin, async (trx) => {
    await trx.insertInto('ingest_hold').values({ reason: 'x', detail: '' }).execute()
    return { result: 1, audit: unwritable }
  })
  await expect(change).rejects.toThrow('audit_action_check')
  const silent = await auditedChange(test.store, origin, async (trx) => {
    await trx.insertInto('ingest_hold').values({ reason: 'y', detail: '' }).execute()
    return { result: 'nothing', audit: [] }
  })
  expect(silent).toBe('nothing')
  expect(await holds(test.store)).toEqual([])
  expect(await rows(test.store)).toEqual([])
})

test('writes no audit row for a failed change and leaves no gap in the ids', async () => {
  await using test = await testStore()
  await raise(test.store, 'a')
  await expect(raise(test.store, 'a')).rejects.toThrow('duplicate key')
  await Promise.all(Array.from({ length: 20 }, (_, each) => raise(test.store, `b${each}`).then(() => undefined)))
  const found = await rows(test.store)
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  const instants = found.map(({ at }) => at.getTime())
  expect(instants).toEqual(instants.toSorted((one, other) => one - other))
})

test('rejects updates and deletes of rows, and ids or timestamps chosen by the caller', async () => {
  await using test = await testStore()
  const { db } = test.store
  await raise(test.store, 'x')
  for (const statement of [sql`update audit set username = 'eve'`, sql`delete from audit`, sql`truncate audit`])
    await expect(statement.execute(db)).rejects.toThrow('the audit table only takes new rows')
  await sql`
    insert into audit (id, at, username, via, address, request_id, action, object)
    values (99, '2001-01-01', 'eve', 'token', '', '', 'a.b', 'c')
  `.execute(db)
  const [, forged] = await rows(test.store)
  expect(forged?.id).toBe(2)
  expect(forged?.at.getFullYear()).not.toBe(2001)
})
