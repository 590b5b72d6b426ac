import type { ServiceName } from '@watchpost/runtime'
import type { EngineConfig } from '../connect/engine-config.ts'
import { ownAliases } from './own-indexes.ts'

interface EngineRole {
  name: string
  /** The services that use it. */
  services: readonly ServiceName[]
  cluster: readonly string[]
  index: readonly string[]
}

const lookAtCluster = ['cluster:monitor/main', 'cluster:monitor/health']
const readMany = ['indices:data/read/mget', 'indices:data/read/msearch']
const readIndexes = [
  'indices:data/read/*',
  'indices:admin/get',
  'indices:admin/aliases/get',
  'indices:admin/mappings/get',
  'indices:admin/mappings/fields/get*',
  'indices:admin/refresh*',
  'indices:monitor/settings/get',
  'indices:monitor/stats',
]

const roles: readonly EngineRole[] = [
  {
    name: 'watchpost_writer',
    services: ['indexer', 'clusters'],
    cluster: [
      ...lookAtCluster,
      'cluster:monitor/nodes/stats',
      'cluster:monitor/tasks/lists',
      'indices:data/write/bulk',
      ...readMany,
    ],
    index: [
      ...readIndexes,
      'indices:data/write/*',
      'indices:admin/create',
      'indices:admin/aliases',
      'indices:admin/delete',
      'indices:admin/mapping/put',
      'indices:admin/settings/update',
      'indices:admin/block/add*',
      'indices:admin/flush*',
      'indices:admin/forcemerge*',
    ],
  },
  {
    name: 'watchpost_reader',
    services: ['api'],
    cluster: [...lookAtCluster, 'cluster:monitor/nodes/info', ...readMany],
    index: readIndexes,
  },
  {
    name: 'watchpost_monitor',
    services: ['console'],
    cluster: [...lookAtCluster, 'cluster:monitor/nodes/stats', 'cluster:monitor/nodes/info', 'cluster:monitor/state'],
    index: ['indices:monitor/settings/get', 'indices:monitor/stats', 'indices:admin/aliases/get'],
  },
]

/** The roles of our engine users, in the form of `roles.yml` of the security plugin, with the services that use each. */
export function engineRoles({ prefix }: Pick<EngineConfig, 'prefix'>): string {
  const patterns = ownAliases({ prefix }).flatMap((alias) => [alias, `${alias}-*`])
  return roles
    .map(
      ({ name, services, cluster, index }) => `# ${services.join(', ')}
${name}:
  cluster_permissions:
${list(cluster, 4)}
  index_permissions:
    - index_patterns:
${list(patterns, 8)}
      allowed_actions:
${list(index, 8)}
`,
    )
    .join('')
}

/** Which users have these roles, in the form of `roles_mapping.yml`. */
export function engineRoleMapping(userOf: (service: ServiceName) => string): string {
  return roles.map(({ name, services }) => `${name}:\n  users:\n${list(services.map(userOf), 4)}\n`).join('')
}

function list(items: readonly string[], indent: number): string {
  return items.map((item) => `${' '.repeat(indent)}- '${item}'`).join('\n')
}
