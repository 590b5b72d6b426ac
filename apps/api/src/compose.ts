import { connectEngine, fieldCatalog } from '@watchpost/engine'
import type { Family } from '@watchpost/model'
import type { FieldCatalog } from '@watchpost/query-guard'
import { createLogger, createMetrics, internalServer, lifecycle, type Logger } from '@watchpost/runtime'
import {
  connectStore,
  createAccountStore,
  createSessionStore,
  createSettingStore,
  nobodysPasswordHash,
  verifyPassword,
} from '@watchpost/store'
import manifest from '../package.json' with { type: 'json' }
import type { ApiConfig } from './api-config.ts'
import { createApiMetrics } from './api-metrics.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { createEngineSearch } from './events/engine-search.ts'
import { createSearchService, type SearchPorts } from './events/search-service.ts'
import { createServer } from './http/server.ts'
import { createSessionCache } from './http/session-cache.ts'
import { tlsOptions } from './http/tls-options.ts'
import { createReadiness } from './readiness.ts'
import { createLoginService, type LoginPorts } from './users/login-service.ts'

/** What a test may put in the place of an adapter. */
export interface ApiOverrides {
  logger?: Logger
  engine?: SearchPorts['engine']
}

/** Builds the API. The annotations on the ports are where the compiler checks every adapter against its port. */
export function composeApi(config: ApiConfig, overrides: ApiOverrides = {}) {
  const logger = overrides.logger ?? createLogger('api', config.logLevel)
  const metrics = createMetrics('api')
  const apiMetrics = createApiMetrics(metrics)
  const store = connectStore(config.store, 'api')
  // A search changes nothing, so another node may be asked when one does not answer.
  const engine = connectEngine(config.engine, { maxRetries: config.engine.nodes.length })
  const sessions = createSessionStore(store)

  const loginPorts: LoginPorts = {
    accounts: createAccountStore(store),
    sessions,
    settings: createSettingStore(store),
    passwords: { verify: verifyPassword, nobodysHash: nobodysPasswordHash },
    hashing: createBoundedQueue({ concurrency: 2, maxWaiting: 32, retryAfterSeconds: 5 }),
  }
  const searchPorts: SearchPorts = {
    engine: overrides.engine ?? createEngineSearch(engine, config.engine.prefix),
    fields: createFieldLookup(),
    searching: createBoundedQueue({ concurrency: config.searchConcurrency, maxWaiting: 64, retryAfterSeconds: 2 }),
    onRefusal: apiMetrics.searchRefused,
  }

  const internal = internalServer(config.internal, metrics, createReadiness(store, engine))

  async function start() {
    const { app } = await createServer({
      login: createLoginService(loginPorts),
      search: createSearchService(searchPorts),
      sessions: createSessionCache(sessions),
      metrics: apiMetrics,
      logger,
      version: { product: 'Watchpost', version: manifest.version, api: '1' },
      tls: tlsOptions(config.tls),
    })
    const life = lifecycle([
      { name: 'metrics', stop: () => metrics.stop() },
      { name: 'store', stop: () => store.close() },
      { name: 'engine', stop: () => engine.close() },
      internal,
      {
        name: 'API',
        start: () => app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'api listening' }),
        stop: () => app.close(),
      },
    ])
    await life.start()
    const address = app.server.address()
    const port = address && typeof address === 'object' ? address.port : config.port
    logger.info({ host: config.host, port, internalPort: internal.port() }, 'api ready')
    return { port, internalPort: internal.port(), logger, stop: life.stop }
  }

  return { start }
}

/** The fields of several indexes together, worked out once for each combination. */
function createFieldLookup(): SearchPorts['fields'] {
  const known = new Map<string, FieldCatalog>()
  return (families: readonly Family[]) => {
    const key = families.join()
    const fields = known.get(key) ?? new Map(families.flatMap((family) => [...fieldCatalog(family)]))
    known.set(key, fields)
    return fields
  }
}
