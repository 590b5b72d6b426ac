import { AppError, jobLimits } from '@watchpost/contract'
import { type Asking, type CandidateRequest, EngineFailure, type SetAlert } from '@watchpost/engine'
import {
  type AlertJob,
  type FilterTarget,
  type JobBatch,
  longestChangeMs,
  type PendingRange,
  type PendingState,
} from '@watchpost/store'
import { jobCallerOf } from '../../queues/caller-of.ts'
import type { CallerAsking } from '../../queues/searching.ts'
import type { FilterValues } from '../listing/filter-values.ts'
import { readFilter, readMarking } from '../listing/read-filter.ts'
import { isFilter, isWanted } from '../marks/mark-filter.ts'
import { boundsOf } from '../marks/mark-selection.ts'
import type { JobTelemetry } from './job-telemetry.ts'

export interface JobRunnerPorts {
  jobs: {
    find(id: number): Promise<AlertJob | undefined>
    unfinished(): Promise<AlertJob[]>
    runBatch(job: AlertJob, batch: JobBatch): Promise<AlertJob | 'overtaken'>
    undoBatch(job: AlertJob, limit: number): Promise<AlertJob | 'overtaken'>
    fail(job: AlertJob, failure: string): Promise<void>
  }
  alertSet: {
    candidates(request: CandidateRequest, asking: CallerAsking): Promise<{ alerts: SetAlert[]; hasMore: boolean }>
  }
  /** Changes that are not copied into the engine yet. */
  outbox: {
    within(range: PendingRange): Promise<PendingState[]>
    isLongerThan(length: number): Promise<boolean>
  }
  telemetry: JobTelemetry
}

/** Small, so that analysts who change one of the same alerts wait only for a moment. */
const BATCH = 1_000
/** Requests with a filter by state name every alert in the outbox. */
const MOST_QUEUED = 4_000
const MOST_PENDING = 32_768

export type JobRunner = ReturnType<typeof createJobRunner>

/**
 * Runs jobs batch by batch. Each batch is committed together with the progress of its job, and only if the job is still
 * at that step: it may run in several processes, and be interrupted anywhere.
 */
export function createJobRunner({ jobs, alertSet, outbox, telemetry }: JobRunnerPorts) {
  async function batchOf(job: AlertJob, asking: CallerAsking): Promise<JobBatch | 'later'> {
    const { target } = job
    if (target.kind === 'filter') return filteredBatch(job, target, asking)
    const alerts = target.alerts.map(({ receivedMs, ...rest }) => ({ ...rest, receivedAt: new Date(receivedMs) }))
    return { alerts, isMember: () => true }
  }

  async function filteredBatch(
    { next, freeze }: AlertJob,
    { filter: stored, before }: FilterTarget,
    asking: CallerAsking,
  ): Promise<JobBatch | 'later'> {
    const values = stored as FilterValues
    const filter = { ...readFilter(values), before: { ...before, offsets: new Map(before.offsets) } }
    const marking = readMarking(values)
    const hasMarks = isFilter(marking)
    const { fromMs = 0, ...range } = boundsOf(filter)
    // What the job itself changed is before `next`.
    const rest = { ...range, fromMs: Math.max(fromMs, next?.[0] ?? 0), limit: MOST_PENDING + 1 }
    const pending = hasMarks ? await outbox.within(rest) : []
    if (pending.length > MOST_PENDING) return 'later'
    const request: CandidateRequest = {
      filter,
      sinceRevision: (freeze.atMs - longestChangeMs) * 1_000,
      pending: pending.map(({ uuid }) => uuid),
      limit: BATCH,
      ...(hasMarks && { mark: marking }),
      ...(next && { after: next }),
    }
    const { alerts, hasMore } = await alertSet.candidates(request, asking)
    const last = hasMore ? alerts.at(-1) : undefined
    return {
      alerts,
      isMember: (state) => isWanted(marking, state),
      ...(last && { next: [last.atMs, last.uuid] }),
    }
  }

  /** Runs one batch; returns the job after it, or undefined if nothing could be done now. */
  async function advance(job: AlertJob, asking: CallerAsking): Promise<AlertJob | undefined> {
    // Small changes do not wait for large ones.
    if (job.matching > BATCH && (await outbox.isLongerThan(MOST_QUEUED))) return undefined
    if (job.state === 'running' && job.done + job.skipped + job.changed > jobLimits.alerts) {
      await jobs.fail(job, `more than ${jobLimits.alerts} alerts`)
      return undefined
    }
    const batch = job.state === 'running' ? await batchOf(job, asking) : undefined
    if (batch === 'later') return undefined
    const after = batch ? await jobs.runBatch(job, batch) : await jobs.undoBatch(job, BATCH)
    if (after === 'overtaken') return undefined
    telemetry.advanced(job, after)
    return after
  }

  return {
    /** Runs one batch of each unfinished job. Returns whether there was anything to do. */
    async tick(asking: Asking): Promise<boolean> {
      const unfinished = await jobs.unfinished()
      telemetry.unfinished(unfinished.length)
      let hasAdvanced = false
      for (const job of unfinished) {
        try {
          hasAdvanced =
            (await advance(job, { ...asking, caller: jobCallerOf(job.origin) })) !== undefined || hasAdvanced
        } catch (error) {
          asking.signal.throwIfAborted()
          if (isBusy(error)) continue
          telemetry.failed(job.id, error)
          if (isRefused(error)) await jobs.fail(job, `The search engine refused the filter (status ${error.status}).`)
        }
      }
      return hasAdvanced
    },

    /** Runs one batch of a job. A failure only means that the job is run in the background. */
    async hasten(job: AlertJob, asking: CallerAsking): Promise<AlertJob> {
      const advanced = await advance(job, asking).catch((error: unknown) => {
        if (!isBusy(error)) telemetry.failed(job.id, error)
        return undefined
      })
      return advanced ?? (await jobs.find(job.id)) ?? job
    },
  }
}

/** The queue of searches is full: the batch is run later. */
function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too-many-requests'
}

function isRefused(error: unknown): error is EngineFailure {
  return error instanceof EngineFailure && error.kind === 'refused' && error.status >= 400 && error.status < 429
}
