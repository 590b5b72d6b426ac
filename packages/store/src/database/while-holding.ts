import { sql } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Store } from './connect-store.ts'

/**
 * Runs `work` unless another process, on this or another host, holds the lock. PostgreSQL releases it when the
 * connection ends, for whatever reason.
 */
export function whileHolding<T>(
  { db }: Pick<Store, 'db'>,
  lock: keyof typeof advisoryLocks,
  work: () => Promise<T>,
): Promise<T | 'under-way'> {
  const key = advisoryLocks[lock]
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${key}) as held`.execute(connection)
    if (!rows[0]?.held) return 'under-way'
    try {
      return await work()
    } finally {
      // A broken connection holds no lock, and the first error is the one that matters.
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined)
    }
  })
}
