import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import type { AlertMark, AlertState } from './alert-mark.ts'

/** The fields of an alert that its mark stores. */
export interface MarkableAlert {
  uuid: string
  /** When it happened, in milliseconds since 1970. */
  atMs: number
  receivedAt: Date
}

/** The columns of an alert's uuid and mark. */
export const markColumns = [
  'uuid',
  'status',
  'note',
  'tags',
  'verdict',
  'reason',
  'assignee',
  'changed_at as changedAt',
  'changed_by as changedBy',
] as const

export const MOST_TAGS = 20

export type StoredMark = AlertMark & { uuid: string }

/** Locks and writes of rows are in key order to avoid deadlocks. */
export function inKeyOrder<Alert extends { uuid: string }>(alerts: readonly Alert[]): Alert[] {
  return alerts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
}

/**
 * Creates the marks that are missing. Two requests that mark an alert for the first time do not overwrite each other:
 * the second one waits here, and finds the mark of the first one.
 */
export async function createMarks(
  trx: Transaction<Database>,
  inOrder: readonly MarkableAlert[],
  state: AlertState,
  username: string,
): Promise<StoredMark[]> {
  if (inOrder.length === 0) return []
  return trx
    .insertInto('alert_mark')
    .values(inOrder.map((alert) => rowOf(alert, state, username)))
    .onConflict((conflict) => conflict.doNothing())
    .returning([...markColumns])
    .execute()
}

/** Locks the marks that exist until the end of the transaction. Changes of other alerts do not wait. */
export async function lockMarks(
  trx: Transaction<Database>,
  inOrder: readonly { uuid: string }[],
): Promise<ReadonlyMap<string, AlertMark>> {
  const rows = await trx
    .selectFrom('alert_mark')
    .select([...markColumns])
    .where('uuid', '=', sql<string>`any(${inOrder.map(({ uuid }) => uuid)}::text[])`)
    .orderBy('uuid')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ uuid, ...mark }) => [uuid, mark]))
}

/** Writes marks that this transaction has locked. */
export async function updateMarks(
  trx: Transaction<Database>,
  changed: readonly { alert: MarkableAlert; after: AlertState }[],
  username: string,
): Promise<StoredMark[]> {
  if (changed.length === 0) return []
  return trx
    .insertInto('alert_mark')
    .values(changed.map(({ alert, after }) => rowOf(alert, after, username)))
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet((row) => ({
        status: row.ref('excluded.status'),
        note: row.ref('excluded.note'),
        tags: row.ref('excluded.tags'),
        verdict: row.ref('excluded.verdict'),
        reason: row.ref('excluded.reason'),
        assignee: row.ref('excluded.assignee'),
        changed_by: row.ref('excluded.changed_by'),
        changed_at: sql<Date>`now()`,
      })),
    )
    .returning([...markColumns])
    .execute()
}

function rowOf({ uuid, atMs, receivedAt }: MarkableAlert, state: AlertState, username: string) {
  const { status, note, tags, verdict, reason, assignee } = state
  const set = { status, note, tags, verdict, reason, assignee }
  return { uuid, at_ms: atMs, received_at: receivedAt, ...set, changed_by: username }
}
