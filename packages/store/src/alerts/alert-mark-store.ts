import { noAssignee, noVerdict } from '@watchpost/contract/names'
import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { MarkStatus } from '../database/database.ts'
import type { AlertMark, MarkChange } from './alert-mark.ts'
import { changeMarks, markColumns, type MarkableAlert, type MarkResult } from './change-marks.ts'

/** An alert with a mark, and its position in the orders of a listing. */
export type MarkedAlert = Pick<MarkableAlert, 'uuid' | 'atMs' | 'rank'> &
  Pick<AlertMark, 'status' | 'tags' | 'verdict' | 'assignee'>

export interface MarkedWish {
  statuses?: readonly MarkStatus[]
  /** Matches alerts that have all of these tags. */
  tags?: readonly string[]
  /** `none` matches alerts without a verdict. */
  verdicts?: readonly string[]
  /** `@none` matches alerts that are not assigned. */
  assignees?: readonly string[]
  /** Time range, both ends inclusive. */
  fromMs?: number
  toMs?: number
  order: 'date_asc' | 'date_desc' | 'risk_asc' | 'risk_desc'
  after?: readonly [value: number, uuid: string]
  limit: number
}

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

    /** Alerts whose marks match, in order. */
    async marked(wish: MarkedWish): Promise<MarkedAlert[]> {
      const [key, direction] = wish.order.split('_') as ['date' | 'risk', 'asc' | 'desc']
      const column = key === 'date' ? 'at_ms' : 'rank'
      let query = store.db
        .selectFrom('alert_mark')
        .select(['uuid', 'at_ms as atMs', 'rank', 'status', 'tags', 'verdict', 'assignee'])
        .orderBy(column, direction)
        .orderBy('uuid', direction)
        .limit(wish.limit)
      if (wish.statuses?.length) query = query.where('status', 'in', [...wish.statuses])
      if (wish.tags?.length) query = query.where('tags', '@>', sql<string[]>`${wish.tags}::text[]`)
      if (wish.verdicts?.length) query = query.where(sql`coalesce(verdict, ${noVerdict})`, 'in', [...wish.verdicts])
      if (wish.assignees?.length) query = query.where(sql`coalesce(assignee, ${noAssignee})`, 'in', [...wish.assignees])
      if (wish.fromMs !== undefined) query = query.where('at_ms', '>=', wish.fromMs)
      if (wish.toMs !== undefined) query = query.where('at_ms', '<=', wish.toMs)
      if (wish.after) {
        const [value, uuid] = wish.after
        const comparison = direction === 'asc' ? sql`>` : sql`<`
        query = query.where(sql<boolean>`(${sql.ref(column)}, uuid) ${comparison} (${value}, ${uuid})`)
      }
      return query.execute()
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
