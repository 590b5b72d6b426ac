import { EngineConfig } from '@watchpost/engine'
import { LogConfig } from '@watchpost/log'
import { InternalConfig, TracingConfig } from '@watchpost/runtime'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'

/** Boot settings of the clusters service. */
export const ClustersConfig = Type.Object({
  graceMs: Type.Integer({
    env: 'CLUSTERS_GRACE_MS',
    formerEnv: 'ANALYZER_GRACE_MS',
    default: 10_000,
    minimum: 100,
    description: 'Time to finish what is being counted when told to stop.',
  }),
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  log: LogConfig,
  engine: EngineConfig,
  store: StoreConfig,
  internal: InternalConfig,
  tracing: TracingConfig,
})
export type ClustersConfig = Static<typeof ClustersConfig>
