import type { Logger, Metrics } from '@watchpost/runtime'
import type { Flights } from './flight/flights.ts'
import type { QueueName, SearchQueues } from './flight/search-queues.ts'

export type SearchTelemetry = ReturnType<typeof createSearchTelemetry>

/** Minimum interval between log lines about rejected searches, each with their number. */
const sayEveryMs = 10_000

/** Metrics and logs of search. */
export function createSearchTelemetry(metrics: Metrics, logger: Logger, now: () => number = Date.now) {
  const refusals = metrics.counter('api_search_refusals_total', 'Searches refused by what they ask, by reason.', [
    'reason',
  ])
  const turnedAway = metrics.counter(
    'api_search_turned_away_total',
    'Searches told to come back later, by queue (cheap or costly) and reason.',
    ['queue', 'lane', 'reason'],
  )
  const shared = metrics.counter('api_searches_shared_total', 'Searches answered by the same search of someone else.')
  const cancelled = metrics.counter('api_searches_cancelled_total', 'Searches ended because no one waited any more.')
  const cut = metrics.counter('api_answers_cut_total', 'Answers that broke off after they had begun, by reason.', [
    'reason',
  ])
  const changes = metrics.counter(
    'api_engine_changes_total',
    'Times that a node of the engine went away or came back.',
    ['node', 'to'],
  )
  const away = new Map<string, number>()
  let unsaid = 0
  let saidAt = -Infinity

  metrics.gauge('api_engine_away', 'Whether a node of the engine is away.', ['node'], () =>
    [...away].map(([node, value]) => [value, { node }]),
  )

  return {
    onRefusal: (reason: string) => refusals.add(1, { reason }),
    onTurnedAway(queue: QueueName, reason: string): void {
      turnedAway.add(1, { ...labelsOf(queue), reason })
      unsaid++
      if (now() - saidAt < sayEveryMs) return
      logger.warn({ queue, reason, searches: unsaid }, 'searches turned away')
      saidAt = now()
      unsaid = 0
    },
    onShared: () => shared.add(1),
    onCancelled: () => cancelled.add(1),
    onCut(reason: 'too-large' | 'too-slow' | 'engine'): void {
      cut.add(1, { reason })
      logger.warn({ reason }, 'answer broken off')
    },
    onEngineChange(node: string, isAway: boolean, reason: string): void {
      away.set(node, isAway ? 1 : 0)
      changes.add(1, { node, to: isAway ? 'away' : 'there' })
      if (isAway) logger.error({ node, reason }, 'engine away')
      else logger.info({ node }, 'engine back')
    },
    /** Exposes the running and queued searches. */
    watch(queues: SearchQueues, flights: Flights): void {
      const perQueue = (read: (queue: QueueName) => number) =>
        (['cheap', 'costly'] as const).map((queue): [number, ReturnType<typeof labelsOf>] => [
          read(queue),
          labelsOf(queue),
        ])
      metrics.gauge('api_searches_running', 'Searches that the engine works on, by queue.', ['queue', 'lane'], () =>
        perQueue(queues.running),
      )
      metrics.gauge('api_searches_waiting', 'Searches that wait for their turn, by queue.', ['queue', 'lane'], () =>
        perQueue(queues.waiting),
      )
      metrics.gauge('api_answers_streaming', 'Large answers on their way to a reader.', [], flights.streams)
      metrics.gauge(
        'api_answers_shared_bytes',
        'Bytes of large answers kept for several readers.',
        [],
        flights.sharedBytes,
      )
    },
  }
}

/** `lane` is the name before 0.2.0. Remove it in 0.3.0. */
function labelsOf(queue: QueueName): { queue: QueueName; lane: QueueName } {
  return { queue, lane: queue }
}
