import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AlertMark, MarkChange } from './alert-mark.ts'
import { changeMarks, markColumns, type MarkableAlert, type MarkResult } from './change-marks.ts'

export type AlertMarkStore = ReturnType<typeof createAlertMarkStore>

export function createAlertMarkStore(store: Store) {
  return {
    /** The marks of these alerts. An alert without a mark is open. */
    async find(uuids: readonly string[]): Promise<Map<string, AlertMark>> {
      if (uuids.length === 0) return new Map()
      const rows = await store.db
        .selectFrom('alert_mark')
        .select([...markColumns])
        .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
        .execute()
      return new Map(rows.map(({ uuid, ...mark }) => [uuid, mark]))
    },

    /**
     * Changes the marks of alerts, with history and audit. An alert that the change leaves as it is keeps who changed
     * it last and when. Returns the marks, or why nothing was changed.
     */
    change(origin: AuditOrigin, alerts: readonly MarkableAlert[], change: MarkChange): Promise<MarkResult> {
      return auditedChange(store, origin, (trx) => changeMarks(trx, origin.username, alerts, change))
    },

    /**
     * Removes the marks and the history of alerts that arrived before `received`: those events are deleted. Returns the
     * number of marks.
     */
    async removeBefore(received: Date): Promise<number> {
      await store.db.deleteFrom('alert_history').where('received_at', '<', received).execute()
      const { numDeletedRows } = await store.db
        .deleteFrom('alert_mark')
        .where('received_at', '<', received)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
