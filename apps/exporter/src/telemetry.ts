import { documentId } from '@watchpost/model'
import type { StreamTrouble } from '@watchpost/netdata'
import type { TroublePlace } from '@watchpost/syslog'
import { type Logger, type Metrics, noTracer, type Tracer } from '@watchpost/runtime'
import type { ChunkTally } from './sending/send-chunk.ts'

/** Labels of an export in metrics. */
export interface ExportFigures {
  id: number
  lagEvents: number
  lagSeconds: number
  isConnected: boolean
  isEnabled: boolean
}

/** All metrics of the exporter: every record is sent, or dropped with a reason. */
export function createTelemetry(
  metrics: Metrics,
  logger: Logger,
  figures: () => ExportFigures[],
  tracer: Tracer = noTracer,
) {
  const recordsIn = metrics.counter(
    'exporter_records_in_total',
    'Records of the log, and rows and entries of the audit, that exports came to.',
  )
  const recordsOut = metrics.counter('exporter_records_out_total', 'Messages written to receivers.')
  const recordsDropped = metrics.counter('exporter_records_dropped_total', 'Records not sent, by reason.', ['reason'])
  const recordsTrimmed = metrics.counter(
    'exporter_records_trimmed_total',
    'Messages that lost fields for their length.',
  )
  const recordsLost = metrics.counter(
    'exporter_records_lost_total',
    'Records that the log forgot or that were lost with it, or rows of the audit that were archived, before they were sent.',
  )
  const bytesOut = metrics.counter('exporter_bytes_out_total', 'Bytes written to receivers.')
  const breaks = metrics.counter('exporter_breaks_total', 'Connections that failed or broke, by place.', ['place'])
  const bytesAgain = metrics.counter('exporter_bytes_again_total', 'Bytes that are sent again after a break.')
  const metricValues = metrics.counter('metrics_export_values_total', 'Values streamed to the Netdata parent.')
  const metricBreaks = metrics.counter(
    'metrics_export_breaks_total',
    'Times that the Netdata parent was not to be had, by reason.',
    ['reason'],
  )
  metrics.gauge(
    'export_lag_events',
    'Records of the log, and rows of the audit, that an export has not come to.',
    ['export'],
    () => figures().map(({ id, lagEvents }) => [lagEvents, { export: id }]),
  )
  metrics.gauge('export_lag_seconds', 'Age of the oldest record that an export has not come to.', ['export'], () =>
    figures().map(({ id, lagSeconds }) => [lagSeconds, { export: id }]),
  )
  metrics.gauge('export_connected', 'Whether the receiver of an export is connected.', ['export'], () =>
    figures()
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, isConnected }) => [isConnected ? 1 : 0, { export: id }]),
  )
  let lastTick = Date.now()
  metrics.gauge(
    'exporter_last_tick_seconds',
    'Seconds since the exports were last looked at.',
    [],
    () => (Date.now() - lastTick) / 1_000,
  )

  const drop = (count: number, reason: string) => {
    if (count > 0) recordsDropped.add(count, { reason })
  }

  return {
    looked(): void {
      lastTick = Date.now()
    },
    policyMissing(version: number, used: number): void {
      logger.error({ version, used }, 'events name a version of the risk policy that does not exist')
    },
    /** Metrics of the metrics export itself. */
    watchMetrics({ isEnabled, isStreaming }: { isEnabled(): boolean; isStreaming(): boolean }): void {
      metrics.gauge(
        'metrics_export_streaming',
        'Whether metrics reach the Netdata parent; none while disabled.',
        [],
        () => (isEnabled() ? Number(isStreaming()) : undefined),
      )
    },
    metricsSent: (values: number): void => metricValues.add(values),
    metricsStreaming: (source: string): void => logger.info({ source }, 'metrics are streamed'),
    metricsBroke({ reason, message }: StreamTrouble): void {
      metricBreaks.add(1, { reason })
      logger.warn({ reason, detail: message }, 'metrics cannot be streamed')
    },
    tailFailed: (error: unknown): void => logger.warn({ err: error }, 'the shared reader of the log failed'),

    /** Metrics of one export. */
    of: (exportId: number) => ({
      isTraced: tracer.isEventTraced,
      sent({ sent, filtered, repeated, unreadable, trimmed, bytes, traced }: ChunkTally, startedAt: number): void {
        for (const identity of traced) {
          tracer.event({
            uuid: documentId(identity),
            step: `exporter.send ${exportId}`,
            after: 'gateway.receive',
            startedAt,
            endedAt: Date.now(),
            attributes: { 'watchpost.export': exportId, 'watchpost.batch_events': sent },
          })
        }
        recordsIn.add(sent + filtered + repeated + unreadable)
        if (sent > 0) recordsOut.add(sent)
        if (bytes > 0) bytesOut.add(bytes)
        if (trimmed > 0) recordsTrimmed.add(trimmed)
        drop(filtered, 'filtered')
        drop(repeated, 'repeat')
        drop(unreadable, 'unreadable')
      },
      broke(place: TroublePlace, again: number, message: string): void {
        breaks.add(1, { place })
        bytesAgain.add(again)
        logger.warn({ export: exportId, place, again, reason: message }, 'export cannot deliver')
      },
      lost(partition: number, count: number): void {
        recordsLost.add(count)
        logger.error({ export: exportId, partition, count }, 'events were gone before they were exported')
      },
      /** The log was replaced: unsent events of the old one are lost. */
      logReplaced({ epoch, newEpoch, lost }: { epoch: number; newEpoch: number; lost: number }): void {
        if (lost > 0) recordsLost.add(lost)
        const fields = { export: exportId, epoch, newEpoch, count: lost }
        if (lost > 0) logger.error(fields, 'events were gone with the log before they were exported')
        else logger.info(fields, 'export begins with the new log')
      },
      failed: (error: unknown): void =>
        logger.error({ export: exportId, err: error }, 'export failed; it starts again'),
      began: (): void => logger.info({ export: exportId }, 'export served here'),
      ended: (): void => logger.info({ export: exportId }, 'export no longer served here'),
      replayed: (from: Date): void => logger.info({ export: exportId, from }, 'export replays'),
    }),
  }
}
export type Telemetry = ReturnType<typeof createTelemetry>
export type ExporterTelemetry = ReturnType<Telemetry['of']>
