import { sql, type Transaction } from 'kysely'
import type { AuditEntry } from '../audit/audit-store.ts'
import type { Database } from '../database/database.ts'
import { addHistory } from './alert-history-store.ts'
import {
  type AlertMark,
  type AlertState,
  changedState,
  changesBetween,
  type MarkChange,
  type StateChanges,
  unchangedState,
} from './alert-mark.ts'
import { findAssignee } from './assignee-store.ts'

/** The fields of an alert that its mark stores. */
export interface MarkableAlert {
  uuid: string
  /** When it happened, in milliseconds since 1970. */
  atMs: number
  receivedAt: Date
}

/** The marks of the alerts that have one, or why nothing was changed. */
export type MarkResult = Map<string, AlertMark> | 'too-many-tags' | 'unknown-assignee'

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

const MOST_TAGS = 20

type StoredMark = AlertMark & { uuid: string }

interface ChangedAlert {
  alert: MarkableAlert
  after: AlertState
  changes: StateChanges
}

/** Changes the marks of alerts and adds to their history. Alerts that the change leaves as they are are not written. */
export async function changeMarks(
  trx: Transaction<Database>,
  username: string,
  alerts: readonly MarkableAlert[],
  wanted: MarkChange,
): Promise<{ result: MarkResult; audit: AuditEntry | AuditEntry[] }> {
  const assignee = wanted.assignee ? await findAssignee(trx, wanted.assignee) : wanted.assignee
  if (wanted.assignee && assignee === undefined) return { result: 'unknown-assignee', audit: [] }
  const change: MarkChange = { ...wanted, ...(assignee !== undefined && { assignee }) }
  const ofUnmarked = changedState(unchangedState, change)
  if (ofUnmarked.tags.length > MOST_TAGS) return { result: 'too-many-tags', audit: [] }
  // Lock and write rows in key order to avoid deadlocks.
  const inOrder = alerts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  const created = changesBetween(unchangedState, ofUnmarked)
    ? await createMarks(trx, inOrder, ofUnmarked, username)
    : []
  const isNew = new Set(created.map(({ uuid }) => uuid))
  const known = await lockMarks(
    trx,
    inOrder.filter(({ uuid }) => !isNew.has(uuid)),
  )
  const compared = inOrder.map((alert) => {
    const before = known.get(alert.uuid) ?? unchangedState
    const after = changedState(before, change)
    return { alert, after, changes: changesBetween(before, after) }
  })
  if (compared.some(({ after }) => after.tags.length > MOST_TAGS)) return { result: 'too-many-tags', audit: [] }
  const changed = compared.flatMap(({ changes, ...rest }) => (changes ? [{ ...rest, changes }] : []))
  const written = await updateMarks(
    trx,
    changed.filter(({ alert }) => known.has(alert.uuid)),
    username,
  )
  const result = new Map([...known, ...[...created, ...written].map(({ uuid, ...mark }) => [uuid, mark] as const)])
  if (changed.length === 0) return { result, audit: [] }
  await addHistory(
    trx,
    changed.map(({ alert: { uuid, receivedAt }, changes }) => ({ uuid, receivedAt, changedBy: username, changes })),
  )
  return { result, audit: auditOf(changed, known, change) }
}

/**
 * Creates the marks that are missing. Two requests that mark an alert for the first time do not overwrite each other:
 * the second one waits here, and finds the mark of the first one.
 */
function createMarks(
  trx: Transaction<Database>,
  inOrder: readonly MarkableAlert[],
  state: AlertState,
  username: string,
): Promise<StoredMark[]> {
  return trx
    .insertInto('alert_mark')
    .values(inOrder.map((alert) => rowOf(alert, state, username)))
    .onConflict((conflict) => conflict.doNothing())
    .returning([...markColumns])
    .execute()
}

/** Locks the marks that exist until the end of the transaction. Changes of other alerts do not wait. */
async function lockMarks(
  trx: Transaction<Database>,
  inOrder: readonly MarkableAlert[],
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

function auditOf(
  changed: readonly ChangedAlert[],
  known: ReadonlyMap<string, AlertMark>,
  change: MarkChange,
): AuditEntry {
  const uuids = changed.map(({ alert }) => alert.uuid)
  return {
    action: 'alert.mark',
    object: uuids.length === 1 ? `alert/${uuids[0]}` : `alerts/${uuids.length}`,
    before: uuids.flatMap((uuid) => {
      const mark = known.get(uuid)
      if (!mark) return []
      const { status, note, tags, verdict, reason, assignee } = mark
      return [{ uuid, status, note, tags, verdict, reason, assignee }]
    }),
    after: { uuids, ...change },
  }
}

/** Marks that this transaction has locked. */
async function updateMarks(
  trx: Transaction<Database>,
  changed: readonly Pick<ChangedAlert, 'alert' | 'after'>[],
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
  return { uuid, at_ms: atMs, received_at: receivedAt, ...state, changed_by: username }
}
