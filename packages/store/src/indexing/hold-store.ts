import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** Why probes have to pause. */
export interface IngestHold {
  reason: string
  /** What an operator should know or do. */
  detail: string
  raisedAt: Date
}

/** The owner renews a hold about every second. After this long without a renewal, it no longer counts. */
const LAPSES_AFTER = '60 seconds'

export type HoldStore = ReturnType<typeof createHoldStore>

export function createHoldStore({ db }: Store) {
  return {
    /** Raises a hold, or renews it. */
    async raise(reason: string, detail: string): Promise<void> {
      await db
        .insertInto('ingest_hold')
        .values({ reason, detail })
        .onConflict((conflict) => conflict.column('reason').doUpdateSet({ detail, renewed_at: sql`now()` }))
        .execute()
    },

    async lift(reason: string): Promise<void> {
      await db.deleteFrom('ingest_hold').where('reason', '=', reason).execute()
    },

    /** Holds in force, oldest first. */
    async list(): Promise<IngestHold[]> {
      const rows = await db
        .selectFrom('ingest_hold')
        .select(['reason', 'detail', 'raised_at as raisedAt'])
        .where('renewed_at', '>', sql<Date>`now() - ${LAPSES_AFTER}::interval`)
        .orderBy('raised_at')
        .execute()
      return rows
    },
  }
}
