import { sql, type Transaction } from 'kysely'
import { addHistory, type NewHistoryEntry } from '../alerts/alert-history-store.ts'
import { type AlertState, changesBetween, type StateChanges } from '../alerts/alert-mark.ts'
import { inKeyOrder, lockMarks, type MarkableAlert, updateMarks } from '../alerts/mark-rows.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { type AlertJob, type JobException, jobOf } from './alert-job.ts'
import { undone } from './changes-since.ts'
import { addExceptions } from './job-exceptions.ts'

/** What the job did to an alert. */
interface Done extends MarkableAlert {
  historyId: number
  changes: StateChanges
}

/**
 * Restores some of the alerts that the job changed, and commits the progress with them. An alert that was changed after
 * the job stays as it is, and is listed. Returns the job, or `overtaken` if it is not at this step any more.
 */
export function undoBatch(store: Store, { id, step }: AlertJob, limit: number): Promise<AlertJob | 'overtaken'> {
  return store.db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('alert_job')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'undoing')
      .where('step', '=', step)
      .forUpdate()
      .executeTakeFirst()
    if (!current?.undo_by) return 'overtaken'
    const entries = await trx
      .selectFrom('alert_history')
      .select('id')
      .where('job_id', '=', id)
      .where('is_undo', '=', false)
      .where('id', '>', current.undo_after)
      .orderBy('id')
      .limit(limit)
      .execute()
    const ids = entries.map((entry) => entry.id)
    const { restored, exceptions } = await restore(trx, { id, by: current.undo_by }, ids)
    await addExceptions(trx, { jobId: id, isUndo: true }, exceptions)
    const isLast = entries.length < limit
    const row = await trx
      .updateTable('alert_job')
      .set((each) => ({
        step: each('step', '+', 1),
        undo_after: ids.at(-1) ?? current.undo_after,
        undo_restored: each('undo_restored', '+', restored),
        undo_changed: each('undo_changed', '+', exceptions.length),
        ...(isLast && { state: 'undone' as const, undo_ended_at: sql<Date>`now()` }),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return jobOf(row)
  })
}

async function restore(
  trx: Transaction<Database>,
  { id, by }: { id: number; by: string },
  historyIds: readonly number[],
): Promise<{ restored: number; exceptions: JobException[] }> {
  // Marks of removed alerts are gone, and their history with them.
  const { rows } = await sql<Done>`
    select history.id as "historyId", uuid, at_ms as "atMs", history.received_at as "receivedAt", changes
    from alert_history as history join alert_mark using (uuid)
    where history.id = any(${historyIds}::bigint[])
  `.execute(trx)
  const alerts = inKeyOrder(rows)
  const known = await lockMarks(trx, alerts)
  const later = await changedLater(trx, alerts)
  const changed: { alert: Done; after: AlertState; changes: StateChanges }[] = []
  for (const alert of alerts) {
    const before = known.get(alert.uuid)
    if (!before || later.has(alert.uuid)) continue
    const after = undone(before, alert.changes)
    const changes = changesBetween(before, after)
    if (changes) changed.push({ alert, after, changes })
  }
  await updateMarks(trx, changed, by)
  await addHistory(
    trx,
    changed.map(
      ({ alert: { uuid, receivedAt }, changes }): NewHistoryEntry => ({
        uuid,
        receivedAt,
        changedBy: by,
        changes,
        job: { id, isUndo: true },
      }),
    ),
  )
  return { restored: changed.length, exceptions: [...later].map((uuid) => ({ uuid, reason: 'changed' })) }
}

/** Those that were changed after the job. Changes of an alert have ascending ids, because they lock its mark. */
async function changedLater(trx: Transaction<Database>, done: readonly Done[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select distinct uuid from alert_history
    join unnest(${done.map(({ uuid }) => uuid)}::text[], ${done.map(({ historyId }) => historyId)}::bigint[])
      as own (uuid, own_id) using (uuid)
    where alert_history.id > own_id
  `.execute(trx)
  return new Set(rows.map(({ uuid }) => uuid))
}
