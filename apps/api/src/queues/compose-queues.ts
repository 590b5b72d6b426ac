import type { Logger, Metrics } from '@watchpost/runtime'
import { createQueueTelemetry } from './queue-telemetry.ts'
import { createSearchQueues, type SearchQueues } from './search-queues.ts'
import { createSearching, type Searching } from './searching.ts'

export interface QueueParts {
  /** How many searches run at once: in each queue, and of one caller, in all and costly ones. */
  config: { cheap: number; costly: number; perCaller: number; costlyPerCaller: number }
  metrics: Metrics
  logger: Logger
}

/** The queues that all requests to the engine share. */
export interface SharedQueues {
  queues: SearchQueues
  /** For requests that are plain calls. */
  searching: Searching
  /** How long a search may wait in a queue. */
  waitMs: number
  onTurnedAway(queue: 'cheap' | 'costly', reason: string): void
}

const waiting = 64
const waitingPerCaller = 16
const waitMs = 30_000

/** Builds the queues. One process has them once: searches of events, alerts and clusters use the same engine. */
export function composeQueues({ config, metrics, logger }: QueueParts): SharedQueues {
  const telemetry = createQueueTelemetry(metrics, logger)
  const { onTurnedAway } = telemetry
  const queues = createSearchQueues({
    cheap: { running: config.cheap, waiting },
    costly: { running: config.costly, waiting },
    caller: { running: config.perCaller, costly: config.costlyPerCaller, waiting: waitingPerCaller },
    onTurnedAway,
  })
  telemetry.watch(queues)
  return { queues, searching: createSearching({ queues, waitMs, onTurnedAway }), waitMs, onTurnedAway }
}
