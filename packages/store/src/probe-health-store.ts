import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** What a probe last told of itself. */
export interface ReportedHealth {
  report: unknown
  reportedAt: Date
}

export type ProbeHealthStore = ReturnType<typeof createProbeHealthStore>

export function createProbeHealthStore({ db, now }: Store) {
  return {
    /** Keeps the newest report of a probe. */
    async report(probeId: number, report: object): Promise<void> {
      const row = { report: JSON.stringify(report), reported_at: now() }
      await db
        .insertInto('probe_health')
        .values({ probe_id: probeId, ...row })
        .onConflict((conflict) => conflict.column('probe_id').doUpdateSet(row))
        .execute()
    },

    /** By probe. */
    async list(): Promise<Map<number, ReportedHealth>> {
      const rows = await db.selectFrom('probe_health').select(['probe_id', 'report', 'reported_at']).execute()
      return new Map(rows.map(({ probe_id, report, reported_at }) => [probe_id, { report, reportedAt: reported_at }]))
    },

    async find(probeId: number): Promise<ReportedHealth | 'absent'> {
      const row = await db
        .selectFrom('probe_health')
        .select(['report', 'reported_at as reportedAt'])
        .where('probe_id', '=', probeId)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Writes down that these were heard of just now. */
    async touch(probeIds: readonly number[]): Promise<void> {
      if (probeIds.length === 0) return
      // Lock rows in key order to avoid deadlocks, and no stronger than needed: rows that refer to a probe are written
      // at the same time, in orders of their own.
      await sql`
        update probe set last_seen_at = ${now()}
        where id in (select id from probe where id = any(${[...probeIds]}) order by id for no key update)
      `.execute(db)
    },
  }
}
