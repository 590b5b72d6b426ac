import { type LogPositions, partitionOf } from '@watchpost/log'
import { createWatch, type Logger } from '@watchpost/runtime'
import {
  createExportCursorStore,
  createLedgerView,
  createLogEpochStore,
  createProbeStore,
  type Store,
} from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'
import { createLedgerService } from './ledger-service.ts'

export interface LedgerNeighbours {
  store: Store
  log: Pick<LogPositions, 'ends'>
  partitions: number
  metrics: ApiMetrics
  logger: Logger
}

/** Builds the ledger service, and the watch on its sums. */
export function composeLedger({ store, log, partitions, metrics, logger }: LedgerNeighbours) {
  const ledger = createLedgerView(store)
  const watch = createWatch('ledger', ledger.sums, logger)
  metrics.watchLedger(watch.newest)
  const cursors = createExportCursorStore(store)
  const epochs = createLogEpochStore(store)
  const beginning = new Map(Array.from({ length: partitions }, (_, partition) => [partition, 0]))

  /** An export whose position is in an earlier log still has to read all of the current one. */
  async function listPositions() {
    const [rows, newest] = await Promise.all([cursors.listPositions(), epochs.newest()])
    return rows.map((row) => ({ ...row, positions: row.epoch === newest?.epoch ? row.positions : beginning }))
  }

  const service = createLedgerService({
    ledger,
    probes: createProbeStore(store),
    exports: { listPositions },
    ends: log.ends,
    partitionOf: (probeId) => partitionOf(probeId, partitions),
  })
  return { watch, service }
}
