import { createWatch, type Logger } from '@watchpost/runtime'
import { createCloneAlarmStore, type Store } from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'

/** Alarms are raised within a minute and stay until they are cleared. */
const EVERY_MS = 15_000

/** Caches, for the metrics, how many probes may have been cloned. */
export function createCloneWatch(store: Store, metrics: Pick<ApiMetrics, 'watchClones'>, logger: Logger) {
  const watch = createWatch('clone alarms', createCloneAlarmStore(store).count, logger, { everyMs: EVERY_MS })
  metrics.watchClones(watch.newest)
  return watch
}
