import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** The exports that one process has claimed, for as long as its connection lives. */
export interface ExportClaims {
  /** True if this process holds the claim now, whether new or from before. */
  claim(exportId: number): Promise<boolean>
  release(exportId: number): Promise<void>
  /** Throws if the connection, and with it every claim, is gone. */
  assertHeld(): Promise<void>
}

/**
 * Only one process can claim an export. PostgreSQL releases the claims when the connection ends, for whatever reason,
 * so that another copy takes over.
 */
export function createExportClaims({ db }: Store) {
  return function withClaims<T>(work: (claims: ExportClaims) => Promise<T>): Promise<T> {
    return db.connection().execute(async (connection) => {
      try {
        return await work(claimsOn(connection))
      } finally {
        // The connection goes back to the pool; a broken one holds no lock.
        await sql`select pg_advisory_unlock_all()`.execute(connection).catch(() => undefined)
      }
    })
  }
}

function claimsOn(connection: Kysely<Database>): ExportClaims {
  const held = new Set<number>()
  return {
    async claim(exportId) {
      if (held.has(exportId)) return true
      const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_lock(${advisoryLocks.exportClaim}, ${exportId}) as held
      `.execute(connection)
      if (rows[0]?.held) held.add(exportId)
      return rows[0]?.held === true
    },
    async release(exportId) {
      if (!held.delete(exportId)) return
      await sql`select pg_advisory_unlock(${advisoryLocks.exportClaim}, ${exportId})`.execute(connection)
    },
    async assertHeld() {
      await sql`select 1`.execute(connection)
    },
  }
}
