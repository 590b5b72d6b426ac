import type { Logger, Metrics } from '@watchpost/runtime'
import type { QueueName, SearchQueues } from './search-queues.ts'

export type QueueTelemetry = ReturnType<typeof createQueueTelemetry>

/** Minimum interval between log lines about rejected searches, each with their number. */
const sayEveryMs = 10_000

/** Metrics and logs of the queues of searches. */
export function createQueueTelemetry(metrics: Metrics, logger: Logger, now: () => number = Date.now) {
  const turnedAway = metrics.counter(
    'api_search_turned_away_total',
    'Searches (of events, alerts and clusters) told to come back later, by queue (cheap or costly) and reason.',
    ['queue', 'lane', 'reason'],
  )
  let unsaid = 0
  let saidAt = -Infinity

  return {
    onTurnedAway(queue: QueueName, reason: string): void {
      turnedAway.add(1, { ...labelsOf(queue), reason })
      unsaid++
      if (now() - saidAt < sayEveryMs) return
      logger.warn({ queue, reason, searches: unsaid }, 'searches turned away')
      saidAt = now()
      unsaid = 0
    },
    /** Exposes the running and queued searches. */
    watch(queues: SearchQueues): void {
      const perQueue = (read: (queue: QueueName) => number) =>
        (['cheap', 'costly'] as const).map((queue): [number, ReturnType<typeof labelsOf>] => [
          read(queue),
          labelsOf(queue),
        ])
      metrics.gauge(
        'api_searches_running',
        'Searches (of events, alerts and clusters) that the engine works on, by queue.',
        ['queue', 'lane'],
        () => perQueue(queues.running),
      )
      metrics.gauge(
        'api_searches_waiting',
        'Searches (of events, alerts and clusters) that wait for their turn, by queue.',
        ['queue', 'lane'],
        () => perQueue(queues.waiting),
      )
    },
  }
}

/** `lane` is the name before 0.2.0. Remove it in 0.3.0. */
function labelsOf(queue: QueueName): { queue: QueueName; lane: QueueName } {
  return { queue, lane: queue }
}
