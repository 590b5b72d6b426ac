import { EngineConfig } from '@watchpost/engine'
import { TlsConfig } from '@watchpost/pki'
import { InternalConfig } from '@watchpost/runtime'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'

/** Boot settings of the API. Each part owns its own; what operators change at run time lives in the store. */
export const ApiConfig = Type.Object({
  host: Type.String({
    env: 'API_HOST',
    default: '127.0.0.1',
    description: 'Address that the API listens on; 0.0.0.0 or :: for every one.',
  }),
  port: Type.Integer({
    env: 'API_PORT',
    default: 8_443,
    minimum: 0,
    maximum: 65_535,
    description: 'Port of the API; 0 takes any free one and logs it.',
  }),
  searchConcurrency: Type.Integer({
    env: 'API_SEARCH_CONCURRENCY',
    default: 8,
    minimum: 1,
    maximum: 256,
    description:
      'Searches of this process that the engine works on at once; 64 more wait, the rest is told to come back.',
  }),
  graceMs: Type.Integer({
    env: 'API_GRACE_MS',
    default: 20_000,
    minimum: 100,
    description: 'Time to finish the requests in hand when told to stop.',
  }),
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  tls: TlsConfig,
  store: StoreConfig,
  engine: EngineConfig,
  internal: InternalConfig,
})
export type ApiConfig = Static<typeof ApiConfig>
