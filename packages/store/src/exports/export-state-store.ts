import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** The last state that an exporter reported for an export. */
export interface ReportedState {
  state: unknown
  reportedAt: Date
  /** Seconds since the report, by the database clock. */
  ageSeconds: number
}

/** An exporter reports every second. After this long without a report, the export is considered not running. */
export const exportSilentSeconds = 10

export type ExportStateStore = ReturnType<typeof createExportStateStore>

export function createExportStateStore({ db }: Store) {
  return {
    /** Reports several exports at once and skips deleted ones. */
    async report(states: ReadonlyMap<number, unknown>): Promise<void> {
      if (states.size === 0) return
      const rows = JSON.stringify([...states].map(([id, state]) => ({ id, state })))
      await sql`
        insert into export_state (export_id, state, reported_at)
        select export.id, given.state, now()
        from jsonb_to_recordset(${rows}::jsonb) as given (id integer, state jsonb)
        join syslog_export export on export.id = given.id
        on conflict (export_id) do update set state = excluded.state, reported_at = excluded.reported_at
      `.execute(db)
    },

    /** By export. */
    async list(): Promise<Map<number, ReportedState>> {
      const rows = await db
        .selectFrom('export_state')
        .select(['export_id', 'state', 'reported_at as reportedAt'])
        .select(sql<number>`extract(epoch from now() - reported_at)::float8`.as('ageSeconds'))
        .execute()
      return new Map(rows.map(({ export_id, ...rest }) => [export_id, rest]))
    },
  }
}
