import type { Logger, Metrics } from '@watchpost/runtime'
import type { AlertJob } from '@watchpost/store'

export type JobTelemetry = ReturnType<typeof createJobTelemetry>

/** Metrics of the jobs on alerts. */
export function createJobTelemetry(metrics: Metrics, logger: Logger) {
  const alerts = metrics.counter('api_alert_job_alerts_total', 'Alerts that jobs went through, by outcome.', [
    'outcome',
  ])
  const failures = metrics.counter('api_alert_job_failures_total', 'Batches of jobs on alerts that failed.')
  let count: number | undefined
  metrics.gauge(
    'api_alert_jobs_unfinished',
    'Unfinished jobs on alerts. Only from the API that runs them.',
    [],
    () => count,
  )
  return {
    advanced(before: AlertJob, after: AlertJob): void {
      const add = (outcome: string, more: number) => more > 0 && alerts.add(more, { outcome })
      add('done', after.done - before.done)
      add('skipped', after.skipped - before.skipped)
      add('changed', after.changed - before.changed)
      add('restored', (after.undo?.restored ?? 0) - (before.undo?.restored ?? 0))
      if (after.endedAt && !before.endedAt) logger.info({ job: after.id, done: after.done }, 'job on alerts finished')
    },
    failed(job: number, error: unknown): void {
      failures.add(1)
      logger.warn({ job, err: error }, 'a batch of a job on alerts failed')
    },
    /** Undefined while another API runs them. */
    unfinished(jobs: number | undefined): void {
      count = jobs
    },
  }
}
