import {
  type connectEngine,
  createIndexSurvey,
  createSearchTransport,
  type EngineConfig,
  fieldCatalog,
  joinedCatalog,
} from '@watchpost/engine'
import type { Family } from '@watchpost/model'
import type { FieldCatalog } from '@watchpost/query-guard'
import type { Logger, Metrics, Part, Tracer } from '@watchpost/runtime'
import { createGenerationStore, type Store } from '@watchpost/store'
import { createEngineSearch, type SearchSender } from './engine-search.ts'
import { createFlights } from './flight/flights.ts'
import { createIndexView } from './indexes/index-view.ts'
import type { SharedQueues } from '../queues/compose-queues.ts'
import type { SearchConfig } from './search-config.ts'
import { createSearchService } from './search-service.ts'
import { createSearchTelemetry } from './search-telemetry.ts'
import { traceSender } from './trace-sender.ts'

export interface SearchParts {
  config: SearchConfig
  engineConfig: EngineConfig
  /** For requests that are not searches. */
  engine: ReturnType<typeof connectEngine>
  store: Store
  shared: SharedQueues
  metrics: Metrics
  logger: Logger
  /** Replaces the engine. */
  sender?: SearchSender | undefined
  tracer: Tracer
}

/** One second longer than the engine's own timeout, so that the engine can report the timeout itself. */
const answerMs = 16_000
const flightLimits = { streams: 16, sharedBytes: 128 * 1024 * 1024 }

/** Builds search, from the service down to the connections. */
export function composeSearch(searchParts: SearchParts) {
  const { config, engineConfig, engine, store, shared, metrics, logger, sender, tracer } = searchParts
  const { queues, waitMs, onTurnedAway } = shared
  const telemetry = createSearchTelemetry(metrics, logger)
  const transport = createSearchTransport(engineConfig, {
    silenceMs: config.silenceMs,
    answerMs,
    onChange: telemetry.onEngineChange,
  })
  const engineSearch = createEngineSearch(traceSender(sender ?? transport, tracer), {
    shardsAtOnce: { cheap: 5, costly: config.costlyShardsAtOnce },
    isCrowded: () => queues.waiting('costly') > 0 || queues.running('cheap') > 0,
  })
  const flights = createFlights(engineSearch, queues, { ...flightLimits, waitMs }, { ...telemetry, onTurnedAway })
  const indexes = createIndexView(
    { survey: createIndexSurvey(engine, engineConfig), generations: createGenerationStore(store), logger },
    engineConfig.prefix,
  )
  telemetry.watch(flights)

  const service = createSearchService({
    flights,
    indexes,
    fields: createFieldLookup(),
    catalogOf: fieldCatalog,
    maxShards: config.maxShards,
    onRefusal: telemetry.onRefusal,
    onCut: telemetry.onCut,
  })
  const parts: Part[] = [{ name: 'engine connections', stop: () => transport.close() }, indexes]
  return { service, parts, indexes }
}

/** The fields of several indexes together, computed once for each combination. */
function createFieldLookup(): (families: readonly Family[]) => FieldCatalog {
  const known = new Map<string, FieldCatalog>()
  return (families) => {
    const key = families.join()
    const fields = known.get(key) ?? joinedCatalog(families)
    known.set(key, fields)
    return fields
  }
}
