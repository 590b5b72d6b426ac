import { AppError } from '@watchpost/contract'
import {
  createAlertIndex,
  createArrivalIndex,
  createClusterSearch,
  createEventLookup,
  EngineFailure,
} from '@watchpost/engine'
import type { Positions } from '@watchpost/log'
import { createFrontier } from '@watchpost/model'
import { createAlertMarkStore, createProbeStore, type Store } from '@watchpost/store'
import { createBoundedQueue } from '../bounded-queue.ts'
import { type AlertDetailPorts, createAlertDetailService } from './alert-detail-service.ts'
import type { AlertParts } from './alert-routes.ts'
import { type AlertPorts, createAlertService } from './alert-service.ts'
import { createArrivalService } from './arrival/arrival-service.ts'
import { type ClusterPorts, createClusterService } from './clusters/cluster-service.ts'
import { createMarkService, type MarkPorts } from './marks/mark-service.ts'
import { createPairedProbes } from './paired-probes.ts'

export interface AlertNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  log: { committed(group: string): Promise<Positions>; ends(): Promise<Positions> }
  /** Of the engine's indexes. */
  prefix: string
  /** Questions that the engine works on at once. */
  atOnce: number
}

/** Builds what answers for alerts. */
export function composeAlerts({ engine, store, log, prefix, atOnce }: AlertNeighbours): AlertParts {
  const searching = createBoundedQueue({ concurrency: atOnce, maxWaiting: 64, retryAfterSeconds: 2 })
  const arrivalIndex = createArrivalIndex(engine, { prefix })
  const frontier = createFrontier({
    committed: () => log.committed('indexer').catch(logIsAway),
    refresh: () => arrivalIndex.refresh().catch(engineIsAway),
  })
  const ports: AlertPorts & AlertDetailPorts & MarkPorts & ClusterPorts = {
    clusters: createClusterSearch(engine, { prefix }),
    index: createAlertIndex(engine, { prefix }),
    arrivals: createArrivalService({
      frontier,
      ends: () => log.ends().catch(logIsAway),
      within: (request, asking) => searching.run(() => arrivalIndex.within(request, asking), asking.signal),
    }),
    events: createEventLookup(engine, { prefix }),
    marks: createAlertMarkStore(store),
    probes: createPairedProbes(createProbeStore(store)),
    searching,
  }
  return {
    alerts: createAlertService(ports),
    clusters: createClusterService(ports),
    details: createAlertDetailService(ports),
    marks: createMarkService(ports),
  }
}

function logIsAway(cause: unknown): never {
  throw new AppError('arrival-unavailable', undefined, { cause, retryAfterSeconds: 5 })
}

function engineIsAway(cause: unknown): never {
  throw new EngineFailure('no-answer', { cause })
}
