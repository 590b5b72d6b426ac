import type { Transaction } from 'kysely'
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
import { createMarks, inKeyOrder, lockMarks, type MarkableAlert, MOST_TAGS, updateMarks } from './mark-rows.ts'
import { type ChangeRefusal, resolveChange } from './resolve-change.ts'

/** The marks of the alerts that have one, or why nothing was changed. */
export type MarkResult = Map<string, AlertMark> | ChangeRefusal

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
  const change = await resolveChange(trx, wanted)
  if (typeof change === 'string') return { result: change, audit: [] }
  const ofUnmarked = changedState(unchangedState, change)
  const inOrder = inKeyOrder(alerts)
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
