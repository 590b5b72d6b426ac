import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readColumns } from './read-columns.ts'

interface Row {
  id: number
  name: string | null
  isOpen: boolean
  at: Date | null
}
const columns = { times: ['at'], values: ['id', 'name', 'isOpen'] } as const

test('reads the rows of a query in their order', async () => {
  await using made = await testStore()
  const query = sql`
    select * from (values
      (9007199254740991::bigint, 'two', true, '2026-11-17 12:00:00.1231+00'::timestamptz),
      (1, null, false, null)
    ) as given (id, name, "isOpen", at)
    order by id desc
  `
  expect(await readColumns<Row>(made.store.db, query, columns)).toEqual([
    { id: Number.MAX_SAFE_INTEGER, name: 'two', isOpen: true, at: new Date('2026-11-17T12:00:00.123Z') },
    { id: 1, name: null, isOpen: false, at: null },
  ])
})

test('returns no rows for an empty result', async () => {
  await using made = await testStore()
  const query = sql`select 1 as id, null as name, true as "isOpen", now() as at where false`
  expect(await readColumns<Row>(made.store.db, query, columns)).toEqual([])
})
