import { sql } from 'kysely'
import { advisoryLocks } from './advisory-locks.ts'
import type { Store } from './connect-store.ts'

type LeaderRole =
  | 'indexerLeader'
  | 'clustersLeader'
  | 'metricsLeader'
  | 'projectionLeader'
  | 'alertJobsLeader'
  | 'fileKeeper'

/**
 * Runs `work` while this process holds the leader lock. PostgreSQL releases it when the connection ends, for whatever
 * reason. Returns false at once if another process leads.
 */
export function createLeaderLock({ db }: Store, role: LeaderRole) {
  const key = advisoryLocks[role]
  return function lead(work: (assertLeading: () => Promise<void>) => Promise<void>): Promise<boolean> {
    return db.connection().execute(async (connection) => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${key}) as held`.execute(connection)
      if (!rows[0]?.held) return false
      // The lock lives as long as the connection: if the connection answers, the lock is held; otherwise this throws.
      const assertLeading = async () => {
        await sql`select 1`.execute(connection)
      }
      try {
        await work(assertLeading)
      } finally {
        // A broken connection holds no lock, and the first error is the one that matters.
        await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined)
      }
      return true
    })
  }
}
