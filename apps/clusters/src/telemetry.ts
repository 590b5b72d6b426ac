import type { CountedAlert } from '@watchpost/engine'
import type { RecountBacklog } from '@watchpost/store'
import { type Logger, type Metrics, noTracer, type Tracer } from '@watchpost/runtime'

/** All metrics of the clusters service. */
export function createClustersTelemetry(metrics: Metrics, logger: Logger, tracer: Tracer = noTracer) {
  let alertsIn = 0
  let clustersOut = 0
  let recounted = 0
  let backlog: RecountBacklog | undefined
  let lookedAt = Date.now()
  const secondsSinceLook = () => (Date.now() - lookedAt) / 1_000
  metrics.total('clusters_alerts_in_total', 'Alerts counted into clusters.', () => alertsIn)
  metrics.total('clusters_written_total', 'Clusters written, each time one changed.', () => clustersOut)
  metrics.total(
    'clusters_recounted_total',
    'IP addresses and days whose clusters were counted again because the status of alerts changed, or on request.',
    () => recounted,
  )
  metrics.gauge(
    'clusters_recounts_pending',
    'IP addresses and days whose clusters have to be counted again. Only from the replica that counts.',
    [],
    () => backlog?.count,
  )
  metrics.gauge(
    'clusters_recounts_oldest_seconds',
    'For how long the oldest of them has waited. Only from the replica that counts.',
    [],
    () => backlog?.oldestSeconds,
  )
  metrics.gauge(
    'clusters_last_tick_seconds',
    'Seconds since it last saw that every alert is counted.',
    [],
    secondsSinceLook,
  )
  // The names before 0.2.0. Remove them in 0.3.0.
  metrics.total('analyzer_alerts_in_total', 'Use watchpost_clusters_alerts_in_total.', () => alertsIn)
  metrics.total('analyzer_clusters_out_total', 'Use watchpost_clusters_written_total.', () => clustersOut)
  metrics.gauge('analyzer_last_tick_seconds', 'Use watchpost_clusters_last_tick_seconds.', [], secondsSinceLook)

  return {
    counted(alerts: readonly CountedAlert[]): void {
      alertsIn += alerts.length
      for (const { uuid, ingest } of alerts) {
        // A uuid ends in the sequence.
        if (!tracer.isEventTraced(Number(uuid.slice(uuid.lastIndexOf('-') + 1)))) continue
        const at = Date.now()
        const { epoch, partition, offset } = ingest
        const attributes = { 'watchpost.epoch': epoch, 'watchpost.partition': partition, 'watchpost.offset': offset }
        tracer.event({ uuid, step: 'clusters.count', after: 'indexer.index', startedAt: at, endedAt: at, attributes })
      }
    },
    written(count: number): void {
      clustersOut += count
    },
    recounted(count: number): void {
      recounted += count
    },
    /** Undefined while another replica counts. */
    backlog(current: RecountBacklog | undefined): void {
      backlog = current
    },
    rebuilt: (day: string): void => logger.info({ day }, 'clusters of a day recounted'),
    policyMissing(version: number, used: number): void {
      logger.error({ version, used }, 'alerts name a version of the risk policy that does not exist')
    },
    idle(): void {
      lookedAt = Date.now()
    },
  }
}
export type ClustersTelemetry = ReturnType<typeof createClustersTelemetry>
