import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createHoldStore } from './hold-store.ts'

test('keeps a hold in force, with the time it was raised, until it is lifted', async () => {
  await using test = await testStore()
  const holds = createHoldStore(test.store)
  await holds.raise('engine-disk-full', '81% taken')
  const [first] = await holds.list()
  await holds.raise('engine-disk-full', '82% taken')
  expect(await holds.list()).toEqual([{ reason: 'engine-disk-full', detail: '82% taken', raisedAt: first?.raisedAt }])
  await holds.lift('engine-disk-full')
  expect(await holds.list()).toEqual([])
})

test('expires a hold that is not renewed', async () => {
  await using test = await testStore()
  const holds = createHoldStore(test.store)
  await holds.raise('engine-disk-full', '81% taken')
  await sql`update ingest_hold set renewed_at = now() - interval '61 seconds'`.execute(test.store.db)
  expect(await holds.list()).toEqual([])
})
