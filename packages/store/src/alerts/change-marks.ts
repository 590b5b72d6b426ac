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
  /** Sort key in an order by risk. */
  rank: number
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

/** The marks that exist; undefined for those that this transaction has created. */
type LockedMarks = ReadonlyMap<string, AlertMark | undefined>

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
  // Lock and write rows in key order to avoid deadlocks.
  const inOrder = alerts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  const known = await lockMarks(trx, inOrder, change, username)
  const compared = inOrder.map((alert) => {
    const before = known.get(alert.uuid) ?? unchangedState
    const after = changedState(before, change)
    return { alert, after, changes: changesBetween(before, after) }
  })
  if (compared.some(({ after }) => after.tags.length > MOST_TAGS)) return { result: 'too-many-tags', audit: [] }
  const marks = new Map([...known].flatMap(([uuid, mark]) => (mark ? [[uuid, mark] as const] : [])))
  const changed = compared.flatMap(({ changes, ...rest }) => (changes ? [{ ...rest, changes }] : []))
  if (changed.length === 0) return { result: marks, audit: [] }
  const written = await writeMarks(trx, changed, username)
  return { result: new Map([...marks, ...written]), audit: auditOf(changed, known, change) }
}

/**
 * Locks the marks of these alerts until the end of the transaction. A missing mark is created first, so that two
 * requests that mark an alert for the first time do not overwrite each other; not if the change leaves such an alert as
 * it is. Changes of other alerts do not wait.
 */
async function lockMarks(
  trx: Transaction<Database>,
  inOrder: readonly MarkableAlert[],
  change: MarkChange,
  username: string,
): Promise<LockedMarks> {
  const createsMarks = changesBetween(unchangedState, changedState(unchangedState, change)) !== undefined
  const created = createsMarks
    ? await trx
        .insertInto('alert_mark')
        .values(inOrder.map((alert) => ({ ...identityOf(alert), ...unchangedState, changed_by: username })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('uuid')
        .execute()
    : []
  const isNew = new Set(created.map(({ uuid }) => uuid))
  const rows = await trx
    .selectFrom('alert_mark')
    .select([...markColumns])
    .where('uuid', '=', sql<string>`any(${inOrder.map(({ uuid }) => uuid)}::text[])`)
    .orderBy('uuid')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ uuid, ...mark }) => [uuid, isNew.has(uuid) ? undefined : mark]))
}

function identityOf({ uuid, atMs, rank, receivedAt }: MarkableAlert) {
  return { uuid, at_ms: atMs, rank, received_at: receivedAt }
}

function auditOf(changed: readonly ChangedAlert[], known: LockedMarks, change: MarkChange): AuditEntry {
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

async function writeMarks(
  trx: Transaction<Database>,
  changed: readonly ChangedAlert[],
  username: string,
): Promise<Map<string, AlertMark>> {
  const rows = await trx
    .insertInto('alert_mark')
    .values(changed.map(({ alert, after }) => ({ ...identityOf(alert), ...after, changed_by: username })))
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
  await addHistory(
    trx,
    changed.map(({ alert: { uuid, receivedAt }, changes }) => ({ uuid, receivedAt, changedBy: username, changes })),
  )
  return new Map(rows.map(({ uuid, ...mark }) => [uuid, mark]))
}
