import { createAlertIndex, createEventLookup } from '@watchpost/engine'
import { createProbeStore, type Store } from '@watchpost/store'
import { createBoundedQueue } from '../bounded-queue.ts'
import { type AlertDetailPorts, createAlertDetailService } from './alert-detail-service.ts'
import type { AlertParts } from './alert-routes.ts'
import { type AlertPorts, createAlertService } from './alert-service.ts'
import { createPairedProbes } from './paired-probes.ts'

export interface AlertNeighbours {
  engine: Parameters<typeof createAlertIndex>[0]
  store: Store
  /** Of the engine's indexes. */
  prefix: string
  /** Questions that the engine works on at once. */
  atOnce: number
}

/** Builds what answers for alerts. */
export function composeAlerts({ engine, store, prefix, atOnce }: AlertNeighbours): AlertParts {
  const ports: AlertPorts & AlertDetailPorts = {
    index: createAlertIndex(engine, { prefix }),
    events: createEventLookup(engine, { prefix }),
    probes: createPairedProbes(createProbeStore(store)),
    searching: createBoundedQueue({ concurrency: atOnce, maxWaiting: 64, retryAfterSeconds: 2 }),
  }
  return { alerts: createAlertService(ports), details: createAlertDetailService(ports) }
}
