import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AlertMark, MarkChange } from './alert-mark.ts'
import { changeMarks, type MarkResult } from './change-marks.ts'
import { markColumns, type MarkableAlert } from './mark-rows.ts'

const REMOVED_AT_ONCE = 10_000

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
     * number of marks. In parts, because millions of rows take longer than a statement may.
     */
    async removeBefore(received: Date): Promise<number> {
      const removeAll = async (table: 'alert_history' | 'alert_mark') => {
        let removed = 0
        for (;;) {
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(table)} where ctid in (
              select ctid from ${sql.table(table)} where received_at < ${received} limit ${REMOVED_AT_ONCE}
            )
          `.execute(store.db)
          removed += Number(numAffectedRows)
          if (numAffectedRows < REMOVED_AT_ONCE) return removed
        }
      }
      await removeAll('alert_history')
      return removeAll('alert_mark')
    },
  }
}
