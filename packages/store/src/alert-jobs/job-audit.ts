import type { AuditEntry } from '../audit/audit-store.ts'
import type { AlertJob } from './alert-job.ts'

/** The audit entry of the start: which alerts, how many, and what to change. */
export function startOf({ id, target, change, matching }: AlertJob): AuditEntry {
  const alerts = target.kind === 'filter' ? { filter: target.filter } : { uuids: target.alerts.map(({ uuid }) => uuid) }
  return { action: 'alert-job.start', object: objectOf(id), before: null, after: { ...alerts, matching, change } }
}

/** The audit entry of the end: what became of the alerts. */
export function endOf(
  { id, matching, done, skipped, changed, failure }: AlertJob,
  result: 'finished' | 'failed' | 'stopped',
): AuditEntry {
  const after = { result, matching, done, skipped, changed, ...(failure !== undefined && { failure }) }
  return { action: 'alert-job.end', object: objectOf(id), before: null, after }
}

export function undoOf({ id, done }: AlertJob): AuditEntry {
  return { action: 'alert-job.undo', object: objectOf(id), before: { done }, after: null }
}

function objectOf(id: number): string {
  return `alert-job/${id}`
}
