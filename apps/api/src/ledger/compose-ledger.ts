import { type LogPositions, partitionOf } from '@watchpost/log'
import { createWatch, type Logger } from '@watchpost/runtime'
import { createExportCursorStore, createLedgerView, createProbeStore, type Store } from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'
import { createLedgerService } from './ledger-service.ts'

export interface LedgerNeighbours {
  store: Store
  log: Pick<LogPositions, 'ends'>
  partitions: number
  metrics: ApiMetrics
  logger: Logger
}

/** Builds what answers for the ledger, and the watch on its sums. */
export function composeLedger({ store, log, partitions, metrics, logger }: LedgerNeighbours) {
  const ledger = createLedgerView(store)
  const watch = createWatch('ledger', ledger.sums, logger)
  metrics.watchLedger(watch.newest)
  const service = createLedgerService({
    ledger,
    probes: createProbeStore(store),
    exports: createExportCursorStore(store),
    ends: log.ends,
    partitionOf: (probeId) => partitionOf(probeId, partitions),
  })
  return { watch, parts: { service, newest: watch.newest } }
}
