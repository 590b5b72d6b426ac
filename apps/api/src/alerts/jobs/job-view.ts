import type { AlertJob, JobException } from '@watchpost/contract'
import type { AlertJob as StoredJob, JobException as StoredException, MarkChange } from '@watchpost/store'
import { alertAddress } from '../alert-row.ts'

export const JOBS_PATH = '/api/alerts/jobs'

/** A job as the API returns it. */
export function jobView(job: StoredJob): AlertJob {
  const { id, state, target, matching, done, skipped, changed, undo } = job
  return {
    id,
    state,
    created_by: job.origin.username,
    created_at: job.createdAt.toISOString(),
    ended_at: job.endedAt?.toISOString() ?? null,
    filter: target.kind === 'filter' ? { ...target.filter } : null,
    change: changeView(job.change),
    matching,
    done,
    skipped,
    changed,
    missing: job.isComplete ? Math.max(0, matching - done - skipped - changed) : 0,
    failure: job.failure ?? null,
    undo: undo
      ? {
          requested_by: undo.requestedBy,
          requested_at: undo.requestedAt.toISOString(),
          ended_at: undo.endedAt?.toISOString() ?? null,
          restored: undo.restored,
          changed: undo.changed,
          missing: undo.endedAt ? Math.max(0, done - undo.restored - undo.changed) : 0,
        }
      : null,
    self: `${JOBS_PATH}/${id}`,
  }
}

/** An alert that a job left alone, as the API returns it. */
export function exceptionView({ uuid, reason }: StoredException): JobException {
  return { uuid, reason, self: alertAddress(uuid) }
}

function changeView({ tags, addTags, removeTags, ...rest }: MarkChange): AlertJob['change'] {
  return {
    ...rest,
    ...(tags && { tags: [...tags] }),
    ...(addTags && { add_tags: [...addTags] }),
    ...(removeTags && { remove_tags: [...removeTags] }),
  }
}
