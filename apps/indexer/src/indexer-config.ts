import { EngineConfig } from '@watchpost/engine'
import { LogConfig } from '@watchpost/log'
import { InternalConfig, TracingConfig } from '@watchpost/runtime'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'
import { UpkeepConfig } from './upkeep/upkeep-config.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Boot settings of the indexer. The retention is a runtime setting in the store. */
export const IndexerConfig = Type.Object({
  batchRecords: Type.Integer({
    env: 'INDEXER_BATCH_RECORDS',
    default: 2_000,
    minimum: 1,
    maximum: 50_000,
    description: 'The most records that are read, stored and committed together.',
  }),
  bulkConcurrency: Type.Integer({
    env: 'INDEXER_BULK_CONCURRENCY',
    default: 2,
    minimum: 1,
    maximum: 16,
    description: 'Bulk requests that run at once.',
  }),
  maxBulkBytes: Type.Integer({
    env: 'INDEXER_MAX_BULK_BYTES',
    default: 6 * MIB,
    minimum: MIB,
    maximum: 15 * MIB,
    description: 'The most bytes in one bulk request.',
  }),
  bulkTimeoutMs: Type.Integer({
    env: 'INDEXER_BULK_TIMEOUT_MS',
    default: 120_000,
    minimum: 1_000,
    maximum: 600_000,
    description:
      'How long one bulk request may take. After that the indexer asks which events are stored and sends the others again.',
  }),
  rollOverBytes: Type.Integer({
    env: 'INDEXER_ROLL_OVER_BYTES',
    default: 30 * GIB,
    minimum: MIB,
    description: 'Size of the primary shards of one index, for each shard, at which new indexes are begun.',
  }),
  graceMs: Type.Integer({
    env: 'INDEXER_GRACE_MS',
    default: 15_000,
    minimum: 100,
    description: 'Time to finish the batch in hand when told to stop.',
  }),
  upkeep: UpkeepConfig,
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  log: LogConfig,
  engine: EngineConfig,
  store: StoreConfig,
  internal: InternalConfig,
  tracing: TracingConfig,
})
export type IndexerConfig = Static<typeof IndexerConfig>
