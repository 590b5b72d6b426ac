import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

test('survives a connection that breaks while it is checked out', async () => {
  await using test = await testStore()
  const { db } = test.store
  await db.connection().execute(async (held) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    const next = () =>
      sql`select 1`.execute(held).then(
        () => 'answered',
        () => 'broken',
      )
    await expect.poll(next).toBe('broken')
  })
  // The pool may hand out the dying connection once more before it notices.
  const afterwards = () =>
    sql`select 1 as one`.execute(db).then(
      ({ rows }) => rows,
      () => 'broken',
    )
  await expect.poll(afterwards).toEqual([{ one: 1 }])
})
