import { sql } from 'kysely'
import type { MarkChange } from '../alerts/alert-mark.ts'
import { type ChangeRefusal, resolveChange } from '../alerts/resolve-change.ts'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Store } from '../database/connect-store.ts'
import { type AlertJob, type Freeze, type JobException, type JobTarget, jobOf } from './alert-job.ts'
import { endOf, startOf, undoOf } from './job-audit.ts'
import { runBatch } from './run-batch.ts'
import { undoBatch } from './undo-batch.ts'

export interface NewAlertJob {
  target: JobTarget
  change: MarkChange
  freeze: Freeze
  matching: number
}

export type JobRefusal = 'too-many-jobs' | ChangeRefusal

export interface JobLimits {
  /** Unfinished jobs of one account. */
  running: number
}

export type AlertJobStore = ReturnType<typeof createAlertJobStore>

const unfinished = ['running', 'undoing'] as const

/** Jobs that change many alerts. */
export function createAlertJobStore(store: Store, limits: JobLimits) {
  const { db } = store

  return {
    /** From now on, changes of alerts count as made after the alerts were counted. */
    async freeze(): Promise<Freeze> {
      const { rows } = await sql<Freeze>`
        select pg_current_snapshot()::text as snapshot,
          (extract(epoch from clock_timestamp()) * 1000)::bigint as "atMs"
      `.execute(db)
      return rows[0] as Freeze
    },

    /** Starts a job, or says why not. */
    create(origin: AuditOrigin, { target, change: wanted, freeze, matching }: NewAlertJob) {
      const { accountId } = origin
      if (accountId === null) throw new Error('a job needs an account')
      return auditedChange<AlertJob | JobRefusal>(store, origin, async (trx) => {
        await sql`select pg_advisory_xact_lock(${advisoryLocks.alertJobStart}, ${accountId})`.execute(trx)
        const own = await trx
          .selectFrom('alert_job')
          .select('id')
          .where('account_id', '=', accountId)
          .where('state', 'in', unfinished)
          .execute()
        if (own.length >= limits.running) return { result: 'too-many-jobs', audit: [] }
        const change = await resolveChange(trx, wanted)
        if (typeof change === 'string') return { result: change, audit: [] }
        const row = await trx
          .insertInto('alert_job')
          .values({
            target: JSON.stringify(target),
            change: JSON.stringify(change),
            snapshot: freeze.snapshot,
            frozen_at: new Date(freeze.atMs),
            matching,
            account_id: accountId,
            username: origin.username,
            via: origin.via,
            credential_prefix: origin.credentialPrefix,
            address: origin.address,
            request_id: origin.requestId,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        const job = jobOf(row)
        return { result: job, audit: startOf(job) }
      })
    },

    async find(id: number): Promise<AlertJob | undefined> {
      const row = await db.selectFrom('alert_job').selectAll().where('id', '=', id).executeTakeFirst()
      return row && jobOf(row)
    },

    /** Newest first. */
    async list(limit: number, before?: number): Promise<AlertJob[]> {
      let query = db.selectFrom('alert_job').selectAll().orderBy('id', 'desc').limit(limit)
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.execute()).map(jobOf)
    },

    /** Those with work to do, oldest first. */
    async unfinished(): Promise<AlertJob[]> {
      const rows = await db.selectFrom('alert_job').selectAll().where('state', 'in', unfinished).orderBy('id').execute()
      return rows.map(jobOf)
    },

    /** Alerts that the job, or its undo, left alone; by uuid. */
    exceptions(
      id: number,
      { isUndo, limit, after = '' }: { isUndo: boolean; limit: number; after?: string },
    ): Promise<JobException[]> {
      return db
        .selectFrom('alert_job_exception')
        .select(['uuid', 'reason'])
        .where('job_id', '=', id)
        .where('is_undo', '=', isUndo)
        .where('uuid', '>', after)
        .orderBy('uuid')
        .limit(limit)
        .execute()
    },

    /** Starts to undo a job, and stops it if it is running. A second request has no effect. */
    requestUndo(origin: AuditOrigin, id: number) {
      return auditedChange<AlertJob | 'absent'>(store, origin, async (trx) => {
        const row = await trx.selectFrom('alert_job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) return { result: 'absent', audit: [] }
        const job = jobOf(row)
        if (job.undo) return { result: job, audit: [] }
        const undone = await trx
          .updateTable('alert_job')
          .set({
            state: 'undoing',
            undo_by: origin.username,
            undo_at: sql<Date>`now()`,
            ended_at: sql<Date>`coalesce(ended_at, now())`,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        return {
          result: jobOf(undone),
          audit: [...(job.state === 'running' ? [endOf(job, 'stopped')] : []), undoOf(job)],
        }
      })
    },

    /** Ends a job that cannot continue. What it has done can be undone. */
    fail({ id, origin, step }: AlertJob, failure: string): Promise<void> {
      return auditedChange(store, origin, async (trx) => {
        const row = await trx
          .updateTable('alert_job')
          .set({ state: 'failed', failure, ended_at: sql<Date>`now()` })
          .where('id', '=', id)
          .where('state', '=', 'running')
          .where('step', '=', step)
          .returningAll()
          .executeTakeFirst()
        return { result: undefined, audit: row ? endOf(jobOf(row), 'failed') : [] }
      })
    },

    /** Removes jobs that ended long ago. The history of alerts keeps what they changed. */
    async removeEndedBefore(days: number): Promise<void> {
      await sql`
        delete from alert_job
        where state not in ('running', 'undoing')
          and coalesce(undo_ended_at, ended_at) < now() - make_interval(days => ${days})
      `.execute(db)
    },

    runBatch: (...parts: DropStore<typeof runBatch>) => runBatch(store, ...parts),
    undoBatch: (...parts: DropStore<typeof undoBatch>) => undoBatch(store, ...parts),
  }
}

type DropStore<Run extends (store: Store, ...rest: never[]) => unknown> = Run extends (
  store: Store,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never
