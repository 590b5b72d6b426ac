import { hostname } from 'node:os'
import { storedSyslogParts } from '@watchpost/contract'
import { createEgressGuard, systemEgress } from '@watchpost/egress'
import { createLogFollower, createLogPositions, createLogWatch, LogReplaced, type OnExpired } from '@watchpost/log'
import type { ArrivalVector } from '@watchpost/model'
import { createScorers } from '@watchpost/risk'
import { createLogger, createMetrics, createTracer, createWatch, internalServer, lifecycle } from '@watchpost/runtime'
import { createSealer } from '@watchpost/secrets'
import {
  connectStore,
  createAuditTrailStore,
  createClockWatch,
  createExportClaims,
  createExportCursorStore,
  createExportStateStore,
  createLogEpochStore,
  createRiskPolicyStore,
  createSealedSecretStore,
  createSyslogExportStore,
  untilStoreAnswers,
} from '@watchpost/store'
import { connectSyslog } from '@watchpost/syslog'
import { composeCoverage } from './coverage/compose-coverage.ts'
import { createExportWorker, type ExportWorker, type WorkerPorts } from './export-worker.ts'
import type { ExporterConfig } from './exporter-config.ts'
import { composeMetricsExport } from './metrics/compose-metrics-export.ts'
import { everything } from './reading/everything.ts'
import { distance } from './reading/position.ts'
import type { StretchPorts } from './reading/stretches.ts'
import { createTail } from './reading/tail.ts'
import type { LogBounds } from './sending/live-state.ts'
import type { ExportEntry } from './sending/plan.ts'
import type { ServePorts } from './serve-exports.ts'
import { createTelemetry } from './telemetry.ts'

/** Interval for reading the end of the log, to compute the lag and to find exports that are near the end. */
const BOUNDS_MS = 1_000
const BATCH_RECORDS = 500
/** Each export does one write per batch, so waiting a little turns many small writes into a few large ones. */
const LINGER_MS = 100
const TAIL = { keptBytes: 8 * 1024 ** 2, aheadChunks: 4 }

/** Builds the exporter: log, audit and coverage → syslog. */
export function composeExporter(config: ExporterConfig) {
  const logger = createLogger('exporter', config.logLevel)
  const metrics = createMetrics('exporter')
  const tracer = createTracer('exporter', config.tracing, { logger, metrics })
  const workers = new Map<number, ExportWorker>()
  const telemetry = createTelemetry(
    metrics,
    logger,
    () =>
      [...workers.values()].map((worker) => {
        const { lag_events, lag_seconds, status } = worker.report()
        return {
          id: worker.id,
          lagEvents: lag_events,
          lagSeconds: lag_seconds,
          isConnected: status === 'connected',
          isEnabled: status !== 'disabled',
        }
      }),
    tracer,
  )
  const store = connectStore(config.store, 'exporter')
  const secrets = createSealedSecretStore(store, createSealer(config.secrets.keyFile))
  const exports = createSyslogExportStore(store, secrets, storedSyslogParts)
  const positions = createLogPositions(config.log, 'watchpost-exporter')
  const epochs = createLogEpochStore(store)
  const logWatch = createLogWatch({
    topicId: positions.topicId,
    learn: (topicId) => untilStoreAnswers(() => epochs.learn(topicId), logger),
    newest: () => untilStoreAnswers(epochs.newest, logger),
    logger,
  })
  const scorers = createScorers(createRiskPolicyStore(store), telemetry.policyMissing)
  const guard = createEgressGuard(config.egress, systemEgress)

  const logBounds = createWatch<Omit<LogBounds, 'auditEnd'>>(
    'the ends of the log',
    async () => {
      const [starts, ends] = await Promise.all([positions.starts(), positions.ends()])
      return { starts, ends }
    },
    logger,
    { everyMs: BOUNDS_MS },
  )
  const trail = createAuditTrailStore(store)
  const auditHead = createWatch('the end of the audit', trail.head, logger, { everyMs: BOUNDS_MS })
  const lastId = () => auditHead.newest()?.lastId
  const bounds = (): LogBounds | undefined => {
    const known = logBounds.newest()
    return known && { ...known, auditEnd: (lastId() ?? 0) + 1 }
  }

  const follow = (clientId: string, from: ArrivalVector, onExpired: OnExpired = () => undefined) => {
    const { topicId } = logWatch.current()
    const batches = { maxRecords: BATCH_RECORDS, lingerMs: LINGER_MS }
    return createLogFollower(config.log, { clientId, topicId, from, ...batches, onExpired })
  }
  /** Checks the topic id last, so that the offsets belong to the log that is being read. */
  async function since(milliseconds: number): Promise<ArrivalVector> {
    const first = await positions.since(milliseconds)
    if ((await positions.topicId()) !== logWatch.current().topicId) throw new LogReplaced('the log was replaced')
    return first
  }
  const tail = createTail(
    { follow: (from) => follow('watchpost-exporter-tail', from), scorers, onFailure: telemetry.tailFailed },
    TAIL,
  )
  const lagOf: StretchPorts['lagOf'] = (position) => {
    const newest = logBounds.newest()
    return newest ? distance(position, newest.ends) : Number.POSITIVE_INFINITY
  }

  const coverage = composeCoverage(store)
  const states = createExportStateStore(store)
  const retentionSeconds = config.log.retentionHours * 3_600
  const shared: Omit<WorkerPorts, 'telemetry'> = {
    connect: (target, signal) => connectSyslog(target, guard.resolve, { signal, stalledMs: config.stalledMs }),
    read: (exportId, onExpired) => (place, stop) =>
      everything(
        { tail, scorers, lagOf, follow: (from) => follow(`watchpost-exporter-${exportId}`, from, onExpired) },
        { lastId, rows: trail.rows, lines: trail.lines, hostname: hostname() },
        coverage,
        place,
        onExpired,
        stop,
      ),
    cursors: createExportCursorStore(store),
    epoch: () => logWatch.current().epoch,
    unsent: async (exportId, epoch) => unsentIn((await states.list()).get(exportId)?.state, epoch),
    since,
    readKey: exports.readKey,
    bounds,
    retentionSeconds,
    window: {
      bytes: config.windowBytes,
      milliseconds: config.windowMs,
      mostMilliseconds: (retentionSeconds / 2) * 1_000,
    },
  }
  const serving: ServePorts = {
    withClaims: createExportClaims(store),
    list: exports.list,
    createWorker: (entry: ExportEntry) => createExportWorker(entry, { ...shared, telemetry: telemetry.of(entry.id) }),
    report: states.report,
    workers,
    telemetry,
    logger,
  }

  const metricsServing = composeMetricsExport({ config, store, secrets, guard, telemetry, logger })

  const internal = internalServer(config.internal, metrics, () => undefined)
  const life = lifecycle([
    internal,
    tracer,
    { name: 'store', stop: () => store.close() },
    positions,
    createClockWatch(store, { logger, metrics }),
    logWatch,
    logBounds,
    auditHead,
    { name: 'common reading of the log', stop: tail.stop },
  ])
  return {
    ...life,
    serving,
    metricsServing,
    logger,
    internalPort: internal.port,
    /** Rejects when the log was replaced. */
    logReplaced: logWatch.replaced,
  }
}

/**
 * Unsent events that an exporter last reported for the log of this epoch; 0 when the report is for another epoch or was
 * written by another version.
 */
function unsentIn(state: unknown, epoch: number): number {
  const { log } = (state ?? {}) as { log?: { epoch?: number; unsent_events?: number } }
  return log?.epoch === epoch ? (log.unsent_events ?? 0) : 0
}
