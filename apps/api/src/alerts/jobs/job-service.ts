import {
  type AlertJob,
  type AlertJobParameters,
  AppError,
  type JobException,
  type JobExceptionParameters,
  jobLimits,
  type NewAlertJob,
} from '@watchpost/contract'
import type { AlertFilter, Asking } from '@watchpost/engine'
import type {
  AuditOrigin,
  Freeze,
  JobException as StoredException,
  JobRefusal,
  JobTarget,
  NewAlertJob as NewStoredJob,
  AlertJob as StoredJob,
} from '@watchpost/store'
import { type Page, pageOf } from '../../http/answer/pages.ts'
import type { CallerAsking } from '../../queues/searching.ts'
import { clusterNotFound } from '../clusters/read-cluster-listing.ts'
import { countingQueue } from '../counting-queue.ts'
import { createAsk } from '../engine-failure.ts'
import { readFilter, readMarking } from '../listing/read-filter.ts'
import { createFindAlerts, type FindAlertsPorts } from '../marks/find-alerts.ts'
import { markChangeOf, markProblem } from '../marks/mark-change.ts'
import { createMarkSelection, type MarkSelectionPorts } from '../marks/mark-selection.ts'
import { type CountedSet, readAsOf } from './as-of.ts'
import type { FreezeNow } from './freeze-now.ts'
import { type JobSet, readJobSet } from './job-set.ts'
import { exceptionView, JOBS_PATH, jobView } from './job-view.ts'

/** Dependencies of starting, reading and undoing jobs. */
export interface JobPorts extends FindAlertsPorts, MarkSelectionPorts {
  alertSet: { count(filter: AlertFilter, asking: Asking): Promise<number> }
  freezeNow: FreezeNow
  jobs: {
    freeze(): Promise<Freeze>
    create(origin: AuditOrigin, job: NewStoredJob): Promise<StoredJob | JobRefusal>
    find(id: number): Promise<StoredJob | undefined>
    list(limit: number, before?: number): Promise<StoredJob[]>
    requestUndo(origin: AuditOrigin, id: number): Promise<StoredJob | 'absent'>
    exceptions(id: number, page: { isUndo: boolean; limit: number; after?: string }): Promise<StoredException[]>
  }
  /** Runs the first batch at once, so that small jobs end with their request. The rest is run in the background. */
  hasten(job: StoredJob, asking: CallerAsking): Promise<StoredJob>
}

export type JobService = ReturnType<typeof createJobService>

const RETRY_SECONDS = 30

export function createJobService({ index, alertSet, outbox, searching, freezeNow, jobs, hasten }: JobPorts) {
  const ask = createAsk(searching)
  const select = createMarkSelection({ outbox })
  const findAlerts = createFindAlerts({ index, searching })

  async function count(
    filter: Extract<JobSet, { kind: 'filter' }>['filter'],
    asking: CallerAsking,
  ): Promise<CountedSet> {
    const moment = await freezeNow()
    const selected = await select({ ...readFilter(filter), before: moment.before }, readMarking(filter))
    const queue = countingQueue(selected)
    return { ...moment, matching: await ask(queue, asking, () => alertSet.count(selected, asking)) }
  }

  async function targetOf(set: JobSet, asking: CallerAsking): Promise<Omit<NewStoredJob, 'change'>> {
    if (set.kind === 'alerts') {
      // Named alerts are stored already, so that no position in the log is needed.
      const freeze = await jobs.freeze()
      const alerts = await findAlerts(set.ids, asking)
      const named = alerts.map(({ uuid, atMs, receivedAt }) => ({ uuid, atMs, receivedMs: receivedAt.getTime() }))
      return { target: { kind: 'alerts', alerts: named }, freeze, matching: alerts.length }
    }
    const { filter, asOf } = set
    const { before, freeze, matching } = asOf === undefined ? await count(filter, asking) : readAsOf(asOf, filter)
    const target: JobTarget = { kind: 'filter', filter, before: { ...before, offsets: [...before.offsets] } }
    return { target, freeze, matching }
  }

  async function existing(id: number): Promise<StoredJob> {
    const job = await jobs.find(id)
    if (!job) throw jobNotFound(id)
    return job
  }

  return {
    /** Starts a job. */
    async start(origin: AuditOrigin, body: NewAlertJob, asking: CallerAsking): Promise<AlertJob> {
      const change = markChangeOf(body.change, '#/change')
      const wish = await targetOf(readJobSet(body), asking)
      if (body.cluster !== undefined && wish.matching === 0) throw clusterNotFound(body.cluster)
      if (wish.matching > jobLimits.alerts) {
        throw new AppError('job-too-large', `${wish.matching} alerts match; a job changes at most ${jobLimits.alerts}.`)
      }
      const job = await jobs.create(origin, { ...wish, change })
      if (job === 'too-many-jobs') throw new AppError(job, undefined, { retryAfterSeconds: RETRY_SECONDS })
      if (typeof job === 'string') throw markProblem(job, '#/change')
      return jobView(await hasten(job, asking))
    },

    async read(id: number): Promise<AlertJob> {
      return jobView(await existing(id))
    },

    /** Starts to undo a job. */
    async undo(origin: AuditOrigin, id: number, asking: CallerAsking): Promise<AlertJob> {
      const job = await jobs.requestUndo(origin, id)
      if (job === 'absent') throw jobNotFound(id)
      return jobView(await hasten(job, asking))
    },

    /** The jobs of all users, newest first. */
    async list({ limit = 20, before }: AlertJobParameters): Promise<Page<AlertJob>> {
      return pageOf(await jobs.list(limit + 1, before), limit, {
        view: jobView,
        nextAfter: ({ id }) => `${JOBS_PATH}?limit=${limit}&before=${id}`,
      })
    },

    /** The alerts that a job or its undo left alone. */
    async exceptions(
      id: number,
      { of = 'job', limit = 100, after }: JobExceptionParameters,
    ): Promise<Page<JobException>> {
      await existing(id)
      const page = { isUndo: of === 'undo', limit: limit + 1, ...(after !== undefined && { after }) }
      return pageOf(await jobs.exceptions(id, page), limit, {
        view: exceptionView,
        nextAfter: ({ uuid }) => `${JOBS_PATH}/${id}/exceptions?of=${of}&limit=${limit}&after=${uuid}`,
      })
    },
  }
}

function jobNotFound(id: number): AppError {
  return new AppError('job-not-found', `No job on alerts has the number ${id}.`)
}
