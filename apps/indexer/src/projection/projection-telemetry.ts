import type { Logger, Metrics } from '@watchpost/runtime'

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
  const resets = metrics.counter(
    'indexer_alert_states_reset_total',
    'Alerts reset in the engine because the database has no state of them.',
  )
  return {
    projected: (count: number): void => projected.add(count),
    gone(count: number): void {
      if (count === 0) return
      dropped.add(count)
      logger.warn({ count }, 'the state of alerts belongs to indexes that were removed')
    },
    reset: (count: number): void => resets.add(count),
  }
}
