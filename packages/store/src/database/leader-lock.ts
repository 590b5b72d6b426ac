import { sql } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Store } from './connect-store.ts'

/**
 * Runs `work` while this process holds the lock that only one can hold. PostgreSQL frees it when the connection ends,
 * however that happens. Answers false at once when someone else leads.
 */
export function createLeaderLock({ db }: Store, role: 'indexerLeader' | 'clustersLeader' | 'metricsLeader') {
  const key = advisoryLocks[role]
  return function lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean> {
    return db.connection().execute(async (connection) => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${key}) as held`.execute(connection)
      if (!rows[0]?.held) return false
      // The lock lives as long as the connection: one that still answers still leads, and one that does not throws.
      const assertLeading = async () => {
        await sql`select 1`.execute(connection)
      }
      try {
        await work(assertLeading)
      } finally {
        // A connection that broke holds nothing any more, and the first error is the one that matters.
        await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined)
      }
      return true
    })
  }
}
