import type { Logger, Metrics } from '@watchpost/runtime'
import type { OutboxBacklog } from '@watchpost/store'

export type ProjectionTelemetry = ReturnType<typeof createProjectionTelemetry>

/** Metrics of the copies of the state of alerts in the engine. */
export function createProjectionTelemetry(metrics: Metrics, logger: Logger) {
  const projected = metrics.counter(
    'indexer_alert_states_projected_total',
    'Changes of the state of alerts that were copied into the engine.',
  )
  const dropped = metrics.counter(
    'indexer_alert_states_dropped_total',
    'Changes of the state of alerts that were not copied because the engine no longer has the alert.',
  )
  const refusals = metrics.counter(
    'indexer_alert_states_refused_total',
    'Attempts to copy the state of an alert that the engine refused.',
  )
  const resets = metrics.counter(
    'indexer_alert_states_reset_total',
    'Alerts reset in the engine because the database has no state of them.',
  )
  let current: OutboxBacklog | undefined
  metrics.gauge(
    'indexer_alert_states_pending',
    'Alerts whose state is not copied into the engine yet. Only from the indexer that copies them.',
    [],
    () => current?.count,
  )
  metrics.gauge(
    'indexer_alert_states_oldest_seconds',
    'For how long the oldest of them has waited. Only from the indexer that copies them.',
    [],
    () => current?.oldestSeconds,
  )
  return {
    projected: (count: number): void => projected.add(count),
    gone(count: number): void {
      if (count === 0) return
      dropped.add(count)
      logger.warn({ count }, 'the state of alerts belongs to indexes that were removed')
    },
    refused(uuid: string, reason: string): void {
      refusals.add(1)
      logger.error({ uuid, reason }, 'the engine refused the state of an alert')
    },
    reset: (count: number): void => resets.add(count),
    /** Undefined while another indexer copies them. */
    backlog(backlog: OutboxBacklog | undefined): void {
      current = backlog
    },
  }
}
