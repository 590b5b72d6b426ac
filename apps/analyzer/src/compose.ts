import {
  connectEngine,
  createAlertScan,
  createArrivalIndex,
  createClusterIndex,
  type ScanRequest,
} from '@watchpost/engine'
import { createLogPositions } from '@watchpost/log'
import { createFrontier, readReach } from '@watchpost/model'
import { createScorers } from '@watchpost/risk'
import { createLogger, createMetrics, createTracer, internalServer, lifecycle } from '@watchpost/runtime'
import {
  connectStore,
  createClockWatch,
  createClusterPositionStore,
  createGenerationStore,
  createLeaderLock,
  createLogEpochStore,
  createRiskPolicyStore,
} from '@watchpost/store'
import { type AnalyzePorts, createAnalysis } from './analyze-loop.ts'
import type { AnalyzerConfig } from './analyzer-config.ts'
import type { LeadAnalysisPorts } from './lead-analysis.ts'
import { createSweep } from './sweep.ts'
import { createTallies } from './tallies.ts'
import { createAnalyzerTelemetry } from './telemetry.ts'

/** Builds the analyzer: alerts → clusters. */
export function composeAnalyzer(config: AnalyzerConfig) {
  const logger = createLogger('analyzer', config.logLevel)
  const metrics = createMetrics('analyzer')
  const tracer = createTracer('analyzer', config.tracing, { logger, metrics })
  const telemetry = createAnalyzerTelemetry(metrics, logger, tracer)
  const client = connectEngine(config.engine, { maxRetries: 3 * config.engine.nodes.length })
  const store = connectStore(config.store, 'analyzer')
  const log = createLogPositions(config.log, 'watchpost-analyzer')
  const arrivals = createArrivalIndex(client, config.engine)
  const alerts = createAlertScan(client, config.engine)
  const clusters = createClusterIndex(client, config.engine)
  const epochs = createLogEpochStore(store)
  const frontier = createFrontier({
    committed: () => readReach({ newest: epochs.newest, committed: (topicId) => log.committed('indexer', topicId) }),
    refresh: arrivals.refresh,
  })
  const scorers = createScorers(createRiskPolicyStore(store), telemetry.policyMissing)

  const beginAnalysis: LeadAnalysisPorts['beginAnalysis'] = (stop) => {
    const asking = { requestId: 'analyzer', signal: stop }
    const ports: AnalyzePorts = {
      frontier,
      arrivals: {
        within: (epoch, ranges, limit) =>
          arrivals.within({ filter: {}, epoch, ranges, limit, hasContributions: false }, asking),
        epochAfter: (epoch) => arrivals.epochAfter(epoch, asking),
      },
      days: () => alerts.days(asking),
      tallies: createTallies({
        scan: (request: ScanRequest) => alerts.scan(request, asking),
        count: (request: ScanRequest) => alerts.count(request, asking),
      }),
      clusters,
      positions: createClusterPositionStore(store),
      scorers,
      telemetry,
    }
    return createAnalysis(ports, stop)
  }
  const analysing: LeadAnalysisPorts = {
    lead: createLeaderLock(store, 'analyzerLeader'),
    beginAnalysis,
    sweep: createSweep({ generations: createGenerationStore(store), clusters, logger }),
    telemetry,
    logger,
  }

  const internal = internalServer(config.internal, metrics, () => undefined)
  const life = lifecycle([
    internal,
    tracer,
    { name: 'store', stop: () => store.close() },
    { name: 'engine', stop: () => client.close() },
    log,
    createClockWatch(store, { logger, metrics }),
    { name: 'clusters', start: () => clusters.create() },
  ])
  return { ...life, analysing, logger, internalPort: internal.port }
}
