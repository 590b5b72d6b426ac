import { createAlertIndex, createEventLookup, type EngineConfig } from '@watchpost/engine'
import { createProbeStore, type Store } from '@watchpost/store'
import { createBoundedQueue } from '../bounded-queue.ts'
import { type AlertDetailPorts, createAlertDetailService } from './alert-detail-service.ts'
import type { AlertParts } from './alert-routes.ts'
import { type AlertPorts, createAlertService } from './alert-service.ts'
import { createPairedProbes } from './paired-probes.ts'

export interface AlertNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  config: { engine: Pick<EngineConfig, 'prefix'>; searchConcurrency: number }
}

/** Builds what answers for alerts. */
export function composeAlerts({ engine, store, config }: AlertNeighbours): AlertParts {
  const ports: AlertPorts & AlertDetailPorts = {
    index: createAlertIndex(engine, config.engine),
    events: createEventLookup(engine, config.engine),
    probes: createPairedProbes(createProbeStore(store)),
    searching: createBoundedQueue({ concurrency: config.searchConcurrency, maxWaiting: 64, retryAfterSeconds: 2 }),
  }
  return { alerts: createAlertService(ports), details: createAlertDetailService(ports) }
}
