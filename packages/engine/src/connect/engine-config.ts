import { SecretType } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'
import { NODE_PATTERN } from './node-address.ts'

/** How to reach the OpenSearch cluster, and how to create indexes in it. */
export const EngineConfig = Type.Object({
  nodes: Type.Array(Type.String({ pattern: NODE_PATTERN }), {
    env: 'ENGINE_NODES',
    minItems: 1,
    description:
      'OpenSearch nodes, in the form http(s)://host:port, separated by commas; one that fails is passed over. By a Unix socket: http+unix:///run/watchpost/engine.sock.',
  }),
  caFile: Type.Optional(
    Type.String({ env: 'ENGINE_CA_FILE', description: 'CA certificates of the nodes, PEM, for https.' }),
  ),
  username: Type.Optional(
    Type.String({
      env: 'ENGINE_USERNAME',
      description:
        'Engine user (HTTP basic authentication), for example watchpost-{service}. Needs ENGINE_PASSWORD_FILE, and https unless the nodes are on this machine.',
    }),
  ),
  password: Type.Optional(SecretType({ env: 'ENGINE_PASSWORD', description: 'Password of the engine user.' })),
  prefix: Type.String({
    env: 'ENGINE_PREFIX',
    default: '',
    pattern: '^([a-z0-9][a-z0-9_-]*)?$',
    description: 'Put before every index and alias name.',
  }),
  shards: Type.Integer({
    env: 'ENGINE_SHARDS',
    default: 1,
    minimum: 1,
    maximum: 64,
    description: 'Shards of a new index: 1 on one box, about one per data node in a cluster.',
  }),
  replicas: Type.Integer({
    env: 'ENGINE_REPLICAS',
    default: 0,
    minimum: 0,
    maximum: 5,
    description: 'Further copies of each shard; 1 or more needs as many further nodes.',
  }),
  refreshSeconds: Type.Integer({
    env: 'ENGINE_REFRESH_SECONDS',
    default: 1,
    minimum: 1,
    maximum: 300,
    description:
      'After how many seconds stored alerts, and stored events while load is low, can be searched. Under load the indexer lets events wait longer (INDEXER_BUSY_REFRESH_SECONDS).',
  }),
  mergeThreads: Type.Optional(
    Type.Integer({
      env: 'ENGINE_MERGE_THREADS',
      minimum: 1,
      maximum: 16,
      description:
        'Merges of 50 MiB or more that run at once in one shard of a new index; 1 if not set. Raise it if merges fall behind: the engine then throttles indexing (throttle_time_in_millis of _stats/indexing grows).',
    }),
  ),
  codec: Type.Enum(['default', 'best_compression'], {
    env: 'ENGINE_CODEC',
    default: 'default',
    description:
      'How stored events are compressed: best_compression takes about 40% less disk and 4 times as long to read a hit.',
  }),
  requestTimeoutMs: Type.Integer({
    env: 'ENGINE_REQUEST_TIMEOUT_MS',
    default: 30_000,
    minimum: 1_000,
    maximum: 600_000,
    description: 'How long one request to the engine may take.',
  }),
})
export type EngineConfig = Static<typeof EngineConfig>
