import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** Where an export is in the log, and what it needs to go on from there. */
export interface ExportCursor {
  /** Of the log that the positions are of. */
  epoch: number
  /** By partition, the offset that is next. */
  positions: ReadonlyMap<number, number>
  /** The number of the row of the audit that is next; none for one that never carried it. */
  auditNext: number | null
  /** Which sequences of each stream lie before; only the exporter reads it. */
  passed: Buffer
  /** When the last event before it arrived: tells how old the next one can be. */
  receivedAt: Date
  /** The last request to send again that it has followed. */
  replayNumber: number
}

export type ExportCursorStore = ReturnType<typeof createExportCursorStore>

export function createExportCursorStore({ db }: Store) {
  return {
    /** Absent before the first time that it was served. */
    async read(exportId: number): Promise<(ExportCursor & { version: number }) | 'absent'> {
      const row = await db
        .selectFrom('export_cursor')
        .select([
          'epoch',
          'positions',
          'audit_next as auditNext',
          'passed',
          'received_at as receivedAt',
          'replay_number as replayNumber',
          'version',
        ])
        .where('export_id', '=', exportId)
        .executeTakeFirst()
      return row ? { ...row, positions: new Map(row.positions) } : 'absent'
    },

    /** Where each export is that was ever served. */
    async listPositions(): Promise<Array<{ exportId: number; epoch: number; positions: ReadonlyMap<number, number> }>> {
      const rows = await db
        .selectFrom('export_cursor')
        .select(['export_id', 'epoch', 'positions'])
        .orderBy('export_id')
        .execute()
      return rows.map(({ export_id, epoch, positions }) => ({
        exportId: export_id,
        epoch,
        positions: new Map(positions),
      }))
    },

    /** Writes it down, unless someone else did since; answers the new version. */
    async save(exportId: number, cursor: ExportCursor, expectedVersion: number): Promise<number | 'moved'> {
      const { epoch, passed, auditNext: audit_next, receivedAt: received_at, replayNumber: replay_number } = cursor
      const positions = JSON.stringify([...cursor.positions])
      if (expectedVersion > 0) {
        const row = await db
          .updateTable('export_cursor')
          .set({
            epoch,
            positions,
            audit_next,
            passed,
            received_at,
            replay_number,
            version: sql<number>`version + 1`,
            changed_at: sql<Date>`now()`,
          })
          .where('export_id', '=', exportId)
          .where('version', '=', expectedVersion)
          .returning('version')
          .executeTakeFirst()
        return row?.version ?? 'moved'
      }
      // Selected from its export, so that one which was removed in the meantime gets no cursor.
      const { rows } = await sql<{ version: number }>`
        insert into export_cursor (export_id, epoch, positions, audit_next, passed, received_at, replay_number)
        select id, ${epoch}::bigint, ${positions}::jsonb, ${audit_next}::bigint, ${passed}::bytea,
          ${received_at}::timestamptz, ${replay_number}::integer
        from syslog_export where id = ${exportId}
        on conflict do nothing
        returning version
      `.execute(db)
      return rows[0]?.version ?? 'moved'
    },
  }
}
