import type { Logger, Metrics } from '@watchpost/runtime'
import type { SharedQueues } from '../src/queues/compose-queues.ts'
import { createQueueTelemetry } from '../src/queues/queue-telemetry.ts'
import { createSearching } from '../src/queues/searching.ts'
import { createSearchQueues } from '../src/queues/search-queues.ts'

const limits = {
  cheap: { running: 4, waiting: 6 },
  costly: { running: 2, waiting: 2 },
  caller: { running: 4, costly: 2, waiting: 4 },
}

/** Short queues. */
export function someQueues(metrics: Metrics, logger: Logger): SharedQueues {
  const telemetry = createQueueTelemetry(metrics, logger)
  const { onTurnedAway } = telemetry
  const queues = createSearchQueues({ ...limits, onTurnedAway })
  telemetry.watch(queues)
  const waitMs = 30_000
  return { queues, searching: createSearching({ queues, waitMs, onTurnedAway }), waitMs, onTurnedAway }
}
