import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** The position of an export in the log, and the state it needs to resume. */
export interface ExportCursor {
  /** The epoch of the log that `positions` refer to. */
  epoch: number
  /** The next offset of each partition. */
  positions: ReadonlyMap<number, number>
  /** The next audit row; null if the export never carried the audit. */
  auditNext: number | null
  /** The sequences of each stream before this position, in the exporter's own format. */
  passed: Buffer
  /** When the last event before this position arrived. The next one did not arrive earlier. */
  receivedAt: Date
  /** The last replay request that was carried out. */
  replayNumber: number
}

export type ExportCursorStore = ReturnType<typeof createExportCursorStore>

export function createExportCursorStore({ db }: Store) {
  return {
    /** Absent until the export first runs. */
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

    /** The positions of all exports that ever ran. */
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

    /** Saves the cursor unless it was changed since `expectedVersion`; returns the new version. */
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
      // Select from the export, so that a concurrently deleted export gets no cursor.
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
