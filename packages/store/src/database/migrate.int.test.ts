import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectStore } from './connect-store.ts'
import { migrate, migrations } from './migrate.ts'

test('migrates an empty database exactly once when copies start concurrently', async () => {
  await using test = await testStore()
  await sql`drop schema public cascade`.execute(test.store.db)
  await sql`create schema public`.execute(test.store.db)

  const copies = [1, 2, 3, 4].map(() => connectStore(test.config))
  const done = await Promise.all(copies.map(migrate))
  await Promise.all(copies.map((copy) => copy.close()))

  expect(done.flat().sort()).toEqual(Object.keys(migrations))
})

test('does nothing on a migrated database and restores the statement timeout', async () => {
  await using test = await testStore()
  expect(await migrate(test.store)).toEqual([])
  const { rows } = await sql`show statement_timeout`.execute(test.store.db)
  expect(rows).toEqual([{ statement_timeout: '15s' }])
})

test('reads dates as text and counts as numbers', async () => {
  await using test = await testStore()
  await test.store.db.insertInto('generation').values({ number: 1, day: '2026-11-14' }).execute()
  const place = { probe_id: 1, stream: Buffer.alloc(16, 7), first_sequence: 999_999_999_999, generation: 1 }
  await test.store.db.insertInto('stream_place').values(place).execute()

  expect(await test.store.db.selectFrom('generation').select('day').execute()).toEqual([{ day: '2026-11-14' }])
  expect(await test.store.db.selectFrom('stream_place').selectAll().execute()).toEqual([place])
})
