import type { CountedAlert } from '@watchpost/engine'
import { type Logger, type Metrics, noTracer, type Tracer } from '@watchpost/runtime'

/** The only place where the analyzer counts. */
export function createAnalyzerTelemetry(metrics: Metrics, logger: Logger, tracer: Tracer = noTracer) {
  const alertsIn = metrics.counter('analyzer_alerts_in_total', 'Alerts counted into clusters.')
  const clustersOut = metrics.counter('analyzer_clusters_out_total', 'Clusters written, each time one changed.')
  let lookedAt = Date.now()
  metrics.gauge(
    'analyzer_last_tick_seconds',
    'Seconds since it last saw that every alert is counted.',
    [],
    () => (Date.now() - lookedAt) / 1_000,
  )

  return {
    counted(alerts: readonly CountedAlert[]): void {
      alertsIn.add(alerts.length)
      for (const { uuid, ingest } of alerts) {
        // A uuid ends in the sequence.
        if (!tracer.isEventTraced(Number(uuid.slice(uuid.lastIndexOf('-') + 1)))) continue
        const at = Date.now()
        const { epoch, partition, offset } = ingest
        const attributes = { 'watchpost.epoch': epoch, 'watchpost.partition': partition, 'watchpost.offset': offset }
        tracer.event({ uuid, step: 'analyzer.count', after: 'indexer.index', startedAt: at, endedAt: at, attributes })
      }
    },
    written: (count: number): void => clustersOut.add(count),
    rebuilt: (day: string): void => logger.info({ day }, 'clusters of a day recounted'),
    policyMissing(version: number, used: number): void {
      logger.error({ version, used }, 'alerts name a version of the risk policy that does not exist')
    },
    idle(): void {
      lookedAt = Date.now()
    },
  }
}
export type AnalyzerTelemetry = ReturnType<typeof createAnalyzerTelemetry>
