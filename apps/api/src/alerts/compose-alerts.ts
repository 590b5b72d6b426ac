import { AppError } from '@watchpost/contract'
import {
  createAlertGroups,
  createAlertIndex,
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
  createAlertMarkStore,
  createAlertOutboxStore,
  createAssigneeStore,
  createLogEpochStore,
  createProbeStore,
  type LogEpochStore,
  type Store,
} from '@watchpost/store'
import { createBoundedQueue } from '../bounded-queue.ts'
import { type AlertDetailPorts, createAlertDetailService } from './alert-detail-service.ts'
import type { AlertParts } from './alert-routes.ts'
import { type AlertPorts, createAlertService } from './alert-service.ts'
import { createArrivalService } from './arrival/arrival-service.ts'
import { type ClusterPorts, createClusterService } from './clusters/cluster-service.ts'
import { createGroupService, type GroupPorts } from './groups/group-service.ts'
import { createHistoryService, type HistoryPorts } from './marks/history-service.ts'
import { createMarkService, type MarkPorts } from './marks/mark-service.ts'
import { createPairedProbes } from './paired-probes.ts'
import { createSummaryService, type SummaryPorts } from './summary/summary-service.ts'

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
  /** Concurrent engine requests. */
  atOnce: number
}

/** Builds the alert services. */
export function composeAlerts({ engine, store, log, prefix, atOnce }: AlertNeighbours): AlertParts {
  const searching = createBoundedQueue({ concurrency: atOnce, maxWaiting: 64, retryAfterSeconds: 2 })
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
  const ports: AlertPorts & AlertDetailPorts & MarkPorts & HistoryPorts & ClusterPorts & GroupPorts & SummaryPorts = {
    clusters: createClusterSearch(engine, { prefix }),
    index: createAlertIndex(engine, { prefix }),
    summary: createAlertSummary(engine, { prefix }),
    groups: createAlertGroups(engine, { prefix }),
    arrivals: createArrivalService({
      frontier,
      ends: () => endsOf(log, epochs).catch(logIsAway),
      newestEpoch: async () => (await epochs.newest())?.epoch ?? 0,
      epochAfter: (epoch, asking) => searching.run(() => arrivalIndex.epochAfter(epoch, asking), asking.signal),
      within: (request, asking) => searching.run(() => arrivalIndex.within(request, asking), asking.signal),
    }),
    events: createEventLookup(engine, { prefix }),
    marks: createAlertMarkStore(store),
    outbox: createAlertOutboxStore(store),
    history: createAlertHistoryStore(store),
    assignees: createAssigneeStore(store),
    probes: createPairedProbes(createProbeStore(store)),
    searching,
  }
  return {
    alerts: createAlertService(ports),
    clusters: createClusterService(ports),
    details: createAlertDetailService(ports),
    marks: createMarkService(ports),
    histories: createHistoryService(ports),
    summaries: createSummaryService(ports),
    groups: createGroupService(ports),
  }
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
