import { createHash } from 'node:crypto'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { type AccessEntry, createAccessStore } from './access-store.ts'
import { auditedChange, type AuditOrigin } from './audit-store.ts'
import { createAuditTrailStore } from './audit-trail-store.ts'
import type { Store } from '../database/connect-store.ts'
import { migrate, migrations } from '../database/migrate.ts'

const origin: AuditOrigin = {
  accountId: 7,
  username: 'olga "the\tfirst"',
  via: 'token',
  credentialPrefix: null,
  address: '192.0.2.7',
  requestId: 'r-1',
}
const seen: AccessEntry = {
  at: 1_700_000_000_123,
  accountId: 7,
  username: 'olga',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-2',
  action: 'event.search',
  object: 'network_events',
  result: 'ok',
  status: 200,
  detail: '{"query":{"match":{"a":"\\u0000 ü"}}}',
}
const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const change = (store: Store, object: string) =>
  auditedChange(store, origin, async () => ({
    result: undefined,
    audit: { action: 'test.change', object, before: { b: 1, a: [1, 'x'] }, after: null },
  }))

test('hashes each row over the hash of the previous row and all of its own columns', async () => {
  await using test = await testStore()
  const trail = createAuditTrailStore(test.store)
  await Promise.all(Array.from({ length: 20 }, (_, each) => change(test.store, `thing/${each}`)))
  const rows = await trail.rows(0, 100)
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, each) => each + 1))
  let last: Buffer = Buffer.alloc(32)
  for (const { line, hash } of rows) {
    last = sha256(last, line)
    expect(hash).toEqual(last)
  }
  expect(await trail.head()).toEqual({ lastId: 20, hash: last })
  const stored = await test.store.db.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(rows.map(({ line }) => JSON.parse(line) as object)).toEqual(
    stored.map(({ hash: _hash, at: _at, ...columns }) => ({ ...columns, at: expect.stringMatching(/\.\d{6}Z$/) })),
  )
})

test('chains rows of a release without a chain: old ones in the migration, new ones in a trigger', async () => {
  await using test = await testStore()
  const { db } = test.store
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '20261116T0200'))
  await new Migrator({ db, provider: { getMigrations: async () => before } }).migrateToLatest()
  for (const object of ['a', 'b', 'c']) await change(test.store, object)
  await migrate(test.store)
  // Insert as that release does, without a hash.
  await change(test.store, 'd')
  let last: Buffer = Buffer.alloc(32)
  const rows = await createAuditTrailStore(test.store).rows(0, 100)
  for (const { line, hash } of rows) {
    last = sha256(last, line)
    expect(hash).toEqual(last)
  }
  expect(rows.map(({ line }) => (JSON.parse(line) as { object: string }).object)).toEqual(['a', 'b', 'c', 'd'])
})

test('writes access entries together with the audit row that covers them', async () => {
  await using test = await testStore()
  const trail = createAuditTrailStore(test.store)
  const access = createAccessStore(test.store)
  await access.add(origin, [seen, { ...seen, accountId: null, credentialPrefix: null, detail: null }], 0)
  await access.add(origin, [seen], 4)
  const rows = await trail.rows(0, 100)
  expect(rows.map(({ collected }) => collected?.count)).toEqual([2, 1])
  const batches = rows.map(({ collected }) => collected?.batch ?? 0)
  const lines = await trail.lines(batches)
  expect(lines.map(({ batch, position }) => [batch, position])).toEqual([
    [batches[0], 1],
    [batches[0], 2],
    [batches[1], 1],
  ])
  const ofFirst = lines.slice(0, 2).map(({ line }) => line)
  expect(rows[0]?.collected?.root).toBe(sha256(ofFirst.join('\n')).toString('hex'))
  expect(JSON.parse(ofFirst[0] ?? '')).toMatchObject({ at: '2023-11-14T22:13:20.123000Z', detail: seen.detail })
  expect(JSON.parse(rows[1]?.line ?? '')).toMatchObject({ after: { lost: 4 } })
  expect(await trail.strayBatches()).toEqual([])
  for (const table of ['audit_access', 'audit_checkpoint', 'audit_archive'])
    await expect(sql`delete from ${sql.table(table)}`.execute(test.store.db)).rejects.toThrow('only takes new rows')
})

test('lets one copy sign at a time and reports the age of unsigned rows', async () => {
  await using test = await testStore()
  const trail = createAuditTrailStore(test.store)
  expect(await trail.state()).toMatchObject({ lastId: 0, checkpoint: null, unsignedSeconds: 0 })
  await change(test.store, 'a')
  await change(test.store, 'b')
  expect((await trail.state()).unsignedSeconds).toBeGreaterThan(0)
  const signature = Buffer.from('signature')
  await trail.whileSigning(async (signing) => {
    expect(await trail.whileSigning(async () => 'signed')).toBe('under-way')
    await signing.addCheckpoint({ number: 1, lastId: 2, text: 'text', signature })
  })
  expect(await trail.state()).toMatchObject({
    lastId: 2,
    checkpoint: { number: 1, lastId: 2, text: 'text', signature },
    unsignedSeconds: 0,
  })
  expect(await trail.checkpoints(0, 10)).toHaveLength(1)
})
