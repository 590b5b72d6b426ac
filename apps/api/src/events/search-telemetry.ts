import type { Logger, Metrics } from '@watchpost/runtime'
import type { Flights } from './flight/flights.ts'

export type SearchTelemetry = ReturnType<typeof createSearchTelemetry>

/** Metrics and logs of searches of events. */
export function createSearchTelemetry(metrics: Metrics, logger: Logger) {
  const refusals = metrics.counter('api_search_refusals_total', 'Searches refused by what they ask, by reason.', [
    'reason',
  ])
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

  metrics.gauge('api_engine_away', 'Whether a node of the engine is away.', ['node'], () =>
    [...away].map(([node, value]) => [value, { node }]),
  )

  return {
    onRefusal: (reason: string) => refusals.add(1, { reason }),
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
    /** Exposes the large answers. */
    watch(flights: Flights): void {
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
