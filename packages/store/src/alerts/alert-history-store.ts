import type { Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import type { StateChanges } from './alert-mark.ts'

/** One change of the state of an alert. */
export interface AlertHistoryEntry {
  /** Ascending in the order of the changes of an alert. */
  id: number
  changedAt: Date
  changedBy: string
  changes: StateChanges
}

export interface HistoryPage {
  limit: number
  /** Only entries before this one. */
  before?: number
}

/** A change to add to the history of an alert. */
export interface NewHistoryEntry {
  uuid: string
  receivedAt: Date
  changedBy: string
  changes: StateChanges
  job?: { id: number; isUndo: boolean }
}

export type AlertHistoryStore = ReturnType<typeof createAlertHistoryStore>

export function createAlertHistoryStore({ db }: Store) {
  return {
    /** The changes of an alert, newest first. */
    read(uuid: string, { limit, before }: HistoryPage): Promise<AlertHistoryEntry[]> {
      let query = db
        .selectFrom('alert_history')
        .select(['id', 'changed_at as changedAt', 'changed_by as changedBy', 'changes'])
        .where('uuid', '=', uuid)
        .orderBy('id', 'desc')
        .limit(limit)
      if (before !== undefined) query = query.where('id', '<', before)
      return query.execute()
    },
  }
}

/** Adds changes to the history, in the transaction that makes them. */
export async function addHistory(trx: Transaction<Database>, entries: readonly NewHistoryEntry[]): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('alert_history')
    .values(
      entries.map(({ uuid, receivedAt, changedBy, changes, job }) => ({
        uuid,
        received_at: receivedAt,
        changed_by: changedBy,
        changes: JSON.stringify(changes),
        job_id: job?.id ?? null,
        is_undo: job?.isUndo ?? false,
      })),
    )
    .execute()
}
