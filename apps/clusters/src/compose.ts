import {
  connectEngine,
  type CountedAlert,
  createAlertScan,
  createArrivalIndex,
  createClusterDays,
  createClusterIndex,
  type ScanRequest,
  untilEngineAnswers,
} from '@watchpost/engine'
import { createLogPositions } from '@watchpost/log'
import { createFrontier, readReach } from '@watchpost/model'
import { createScorers } from '@watchpost/risk'
import { createLogger, createMetrics, createTracer, internalServer, lifecycle } from '@watchpost/runtime'
import {
  connectStore,
  createClockWatch,
  createClusterPositionStore,
  createClusterRecountStore,
  createGenerationStore,
  createLeaderLock,
  createLogEpochStore,
  createRiskPolicyStore,
} from '@watchpost/store'
import { type CountPorts, createCounting } from './count-loop.ts'
import type { ClustersConfig } from './clusters-config.ts'
import type { LeadCountingPorts } from './lead-counting.ts'
import { createSweep } from './sweep.ts'
import { createTallies } from './tallies.ts'
import { createClustersTelemetry } from './telemetry.ts'

/** Builds the clusters service: alerts → clusters. */
export function composeClusters(config: ClustersConfig) {
  const logger = createLogger('clusters', config.logLevel)
  const metrics = createMetrics('clusters')
  const tracer = createTracer('clusters', config.tracing, { logger, metrics })
  const telemetry = createClustersTelemetry(metrics, logger, tracer)
  const client = connectEngine(config.engine, { maxRetries: 3 * config.engine.nodes.length })
  const store = connectStore(config.store, 'clusters')
  const log = createLogPositions(config.log, 'watchpost-clusters')
  const arrivals = createArrivalIndex(client, config.engine)
  const alerts = createAlertScan(client, config.engine)
  const clusters = createClusterIndex(client, config.engine)
  const clusterDays = createClusterDays(client, config.engine)
  const epochs = createLogEpochStore(store)
  const frontier = createFrontier({
    committed: () => readReach({ newest: epochs.newest, committed: (topicId) => log.committed('indexer', topicId) }),
    refresh: arrivals.refresh,
  })
  const scorers = createScorers(createRiskPolicyStore(store), telemetry.policyMissing)

  const beginCounting: LeadCountingPorts['beginCounting'] = (stop) => {
    const asking = { requestId: 'clusters', signal: stop }
    const ports: CountPorts = {
      frontier,
      arrivals: {
        within: async (epoch, ranges, limit) => {
          const request = { filter: {}, epoch, ranges, limit, hasContributions: false }
          return (await arrivals.within(request, asking)).map(onlyCounted)
        },
        epochAfter: (epoch) => arrivals.epochAfter(epoch, asking),
      },
      days: () => alerts.days(asking),
      tallies: createTallies({
        scan: (request: ScanRequest) => alerts.scan(request, asking),
        count: (request: ScanRequest) => alerts.count(request, asking),
      }),
      clusters,
      positions: createClusterPositionStore(store),
      recounts: createClusterRecountStore(store),
      clusterDays: {
        refresh: clusterDays.refresh,
        after: (position, limit) => clusterDays.after([...position], limit, asking),
      },
      scorers,
      telemetry,
    }
    return createCounting(ports, stop)
  }
  const counting: LeadCountingPorts = {
    lead: createLeaderLock(store, 'clustersLeader'),
    beginCounting,
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
    { name: 'clusters', start: () => untilEngineAnswers(() => clusters.create(), logger) },
  ])
  return { ...life, counting, logger, internalPort: internal.port }
}

/** Without the fields that are not counted, since thousands of alerts are in memory at once. */
function onlyCounted(alert: CountedAlert): CountedAlert {
  const { '@timestamp': at, uuid, type, name, status, risk, policy_version, probe, src_ip, dest_ip, ingest } = alert
  return {
    '@timestamp': at,
    uuid,
    type,
    name,
    ...(status !== undefined && { status }),
    risk,
    policy_version,
    probe,
    ...(src_ip !== undefined && { src_ip }),
    ...(dest_ip !== undefined && { dest_ip }),
    ingest,
  }
}
