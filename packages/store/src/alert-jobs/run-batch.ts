import { sql, type Transaction } from 'kysely'
import { addHistory, type NewHistoryEntry } from '../alerts/alert-history-store.ts'
import {
  type AlertState,
  changedState,
  changesBetween,
  type StateChanges,
  unchangedState,
} from '../alerts/alert-mark.ts'
import { createMarks, inKeyOrder, lockMarks, type MarkableAlert, MOST_TAGS, updateMarks } from '../alerts/mark-rows.ts'
import { auditedChange } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { type AlertJob, type JobException, type JobPosition, jobOf } from './alert-job.ts'
import { changesSince } from './changes-since.ts'
import { addExceptions } from './job-exceptions.ts'
import { endOf } from './job-audit.ts'

export interface JobBatch {
  /** Alerts that may be in the set of the job. */
  alerts: readonly MarkableAlert[]
  /** Where the next batch starts; undefined: this is the last one. */
  next?: JobPosition
  /** Whether an alert with this state is in the set. */
  isMember(state: AlertState): boolean
}

interface Outcome {
  done: number
  skipped: number
  exceptions: JobException[]
}

/**
 * Changes the alerts of one batch, and commits the progress of the job with them: after a crash, the next batch starts
 * where the last committed one ended. Returns the job, or `overtaken` if it is not at this step any more.
 */
export async function runBatch(store: Store, job: AlertJob, batch: JobBatch): Promise<AlertJob | 'overtaken'> {
  const run = async (trx: Transaction<Database>): Promise<AlertJob | 'overtaken'> => {
    const isCurrent = await trx
      .selectFrom('alert_job')
      .select('id')
      .where('id', '=', job.id)
      .where('state', '=', 'running')
      .where('step', '=', job.step)
      .forUpdate()
      .executeTakeFirst()
    if (!isCurrent) return 'overtaken'
    const { done, skipped, exceptions } = await changeMembers(trx, job, batch)
    await addExceptions(trx, { jobId: job.id, isUndo: false }, exceptions)
    const row = await trx
      .updateTable('alert_job')
      .set((each) => ({
        step: each('step', '+', 1),
        next: batch.next ? JSON.stringify(batch.next) : null,
        done: each('done', '+', done),
        skipped: each('skipped', '+', skipped),
        changed: each('changed', '+', exceptions.filter(({ reason }) => reason === 'changed').length),
        ...(!batch.next && { state: 'finished' as const, is_complete: true, ended_at: sql<Date>`now()` }),
      }))
      .where('id', '=', job.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return jobOf(row)
  }
  if (batch.next) return store.db.transaction().execute(run)
  return auditedChange(store, job.origin, async (trx) => {
    const result = await run(trx)
    return { result, audit: result === 'overtaken' ? [] : endOf(result, 'finished') }
  })
}

async function changeMembers(
  trx: Transaction<Database>,
  { id, change, freeze, origin: { username } }: AlertJob,
  { alerts, isMember }: JobBatch,
): Promise<Outcome> {
  const inOrder = inKeyOrder(alerts)
  const ofUnmarked = changedState(unchangedState, change)
  const firstChanges = changesBetween(unchangedState, ofUnmarked)
  const created = firstChanges && isMember(unchangedState) ? await createMarks(trx, inOrder, ofUnmarked, username) : []
  const isNew = new Set(created.map(({ uuid }) => uuid))
  const others = inOrder.filter(({ uuid }) => !isNew.has(uuid))
  const known = await lockMarks(trx, others)
  // Read after the lock, so that no change comes in between.
  const since = await changesSince(trx, freeze, [...known.keys()])

  const outcome: Outcome = { done: created.length, skipped: 0, exceptions: [] }
  const changed: { alert: MarkableAlert; after: AlertState; changes: StateChanges }[] = []
  for (const alert of others) {
    const before = known.get(alert.uuid) ?? unchangedState
    const later = since.get(alert.uuid)
    if (!isMember(later ? later.stateBefore(before) : before)) continue
    const after = changedState(before, change)
    const changes = changesBetween(before, after)
    if (later) outcome.exceptions.push({ uuid: alert.uuid, reason: 'changed' })
    else if (after.tags.length > MOST_TAGS) {
      outcome.skipped += 1
      outcome.exceptions.push({ uuid: alert.uuid, reason: 'too-many-tags' })
    } else if (!changes) outcome.skipped += 1
    else changed.push({ alert, after, changes })
  }
  await updateMarks(trx, changed, username)
  outcome.done += changed.length

  const entryOf = (alert: MarkableAlert, changes: StateChanges): NewHistoryEntry => ({
    uuid: alert.uuid,
    receivedAt: alert.receivedAt,
    changedBy: username,
    changes,
    job: { id, isUndo: false },
  })
  await addHistory(trx, [
    ...inOrder.flatMap((alert) => (firstChanges && isNew.has(alert.uuid) ? [entryOf(alert, firstChanges)] : [])),
    ...changed.map(({ alert, changes }) => entryOf(alert, changes)),
  ])
  return outcome
}
