import { AppError, jobLimits } from '@watchpost/contract'
import {
  createAlertGroups,
  createAlertIndex,
  createAlertSet,
  createAlertSummary,
  createArrivalIndex,
  createClusterSearch,
  createEventLookup,
  EngineFailure,
} from '@watchpost/engine'
import type { Positions } from '@watchpost/log'
import { type ArrivalPosition, createFrontier, readReach } from '@watchpost/model'
import {
  createAlertHistoryStore,
  createAlertJobStore,
  createAlertMarkStore,
  createAlertOutboxStore,
  createAssigneeStore,
  createLeaderLock,
  createLogEpochStore,
  createProbeStore,
  type LogEpochStore,
  type Store,
} from '@watchpost/store'
import type { Logger, Metrics } from '@watchpost/runtime'
import type { Searching } from '../queues/searching.ts'
import { type AlertPartPorts, createAlertParts } from './alert-parts.ts'
import { createArrivalService } from './arrival/arrival-service.ts'
import { createFreezeNow } from './jobs/freeze-now.ts'
import { createJobLoop } from './jobs/job-loop.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { createJobTelemetry } from './jobs/job-telemetry.ts'
import { createPairedProbes } from './paired-probes.ts'

export interface AlertNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  log: {
    topicId(): Promise<string>
    committed(group: string, topicId: string): Promise<Positions>
    ends(): Promise<Positions>
  }
  /** Prefix of the engine's indexes. */
  prefix: string
  searching: Searching
  metrics: Metrics
  logger: Logger
}

/** Builds the alert services, and the loop that runs jobs. */
export function composeAlerts({ engine, store, log, prefix, searching, metrics, logger }: AlertNeighbours) {
  const arrivalIndex = createArrivalIndex(engine, { prefix })
  const epochs = createLogEpochStore(store)
  const frontier = createFrontier({
    committed: () =>
      readReach({
        newest: epochs.newest,
        committed: (topicId) => log.committed('indexer', topicId).catch(logIsAway),
      }),
    refresh: () => arrivalIndex.refresh().catch(engineIsAway),
  })
  const jobs = createAlertJobStore(store, { running: jobLimits.running })
  const alertSet = createAlertSet(engine, { prefix })
  const outbox = createAlertOutboxStore(store)
  const telemetry = createJobTelemetry(metrics, logger)
  const runner = createJobRunner({
    jobs,
    alertSet: {
      candidates: (request, asking) => searching.run('cheap', asking, () => alertSet.candidates(request, asking)),
    },
    outbox,
    telemetry,
  })
  const ports: AlertPartPorts = {
    jobs,
    alertSet,
    freezeNow: createFreezeNow({ frontier, jobs }),
    hasten: runner.hasten,
    clusters: createClusterSearch(engine, { prefix }),
    index: createAlertIndex(engine, { prefix }),
    summary: createAlertSummary(engine, { prefix }),
    groups: createAlertGroups(engine, { prefix }),
    arrivals: createArrivalService({
      frontier,
      ends: () => endsOf(log, epochs).catch(logIsAway),
      newestEpoch: async () => (await epochs.newest())?.epoch ?? 0,
      epochAfter: (epoch, asking) => searching.run('cheap', asking, () => arrivalIndex.epochAfter(epoch, asking)),
      within: (request, asking) => searching.run('cheap', asking, () => arrivalIndex.within(request, asking)),
    }),
    events: createEventLookup(engine, { prefix }),
    marks: createAlertMarkStore(store),
    outbox,
    history: createAlertHistoryStore(store),
    assignees: createAssigneeStore(store),
    probes: createPairedProbes(createProbeStore(store)),
    searching,
  }
  const lead = createLeaderLock(store, 'alertJobsLeader')
  return { parts: createAlertParts(ports), jobLoop: createJobLoop({ lead, runner, jobs, telemetry, logger }) }
}

/**
 * Reads the topic last: if it still belongs to the newest epoch, so do the end offsets, because a topic never comes
 * back.
 */
async function endsOf(
  log: Pick<AlertNeighbours['log'], 'ends' | 'topicId'>,
  epochs: Pick<LogEpochStore, 'newest'>,
): Promise<ArrivalPosition | undefined> {
  const offsets = await log.ends()
  const [topicId, newest] = await Promise.all([log.topicId(), epochs.newest()])
  return newest?.topicId === topicId ? { epoch: newest.epoch, offsets } : undefined
}

function logIsAway(cause: unknown): never {
  throw new AppError('arrival-unavailable', undefined, { cause, retryAfterSeconds: 5 })
}

function engineIsAway(cause: unknown): never {
  throw new EngineFailure('no-answer', { cause })
}
