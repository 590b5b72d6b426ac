import { isSentInClear } from '@watchpost/engine'
import { isLoopbackHost } from '@watchpost/runtime'
import type { Finding } from './finding.ts'

/** The settings that say how the servers are reached. */
export interface ConnectionFacts {
  store: { url: string }
  log: { brokers: readonly string[]; caFile?: string }
  engine: { nodes: readonly string[] }
}

const todo = 'See "Users of the services": docs/guides/operator/service-users.md.'

/** Connections to other machines need TLS: without it, others on the network can read and change events. */
export function judgeConnections({ store, log, engine }: ConnectionFacts): Finding[] {
  const warn = (part: string, host: string, setting: string): Finding => ({
    part,
    level: 'warning',
    says: `the connection to ${host} is not encrypted, or the server is not verified: set ${setting}`,
    todo,
  })
  const database = new URL(store.url)
  const isSocket = database.searchParams.get('host')?.startsWith('/') === true
  const isVerified = database.searchParams.get('sslmode') === 'verify-full'
  const broker = log.brokers.map((each) => each.replace(/:\d+$/, '')).find((host) => !isLoopbackHost(host))
  const node = engine.nodes.find(isSentInClear)
  return [
    ...(isSocket || isVerified || isLoopbackHost(database.hostname)
      ? []
      : [warn('PostgreSQL', database.hostname, 'sslmode=verify-full in WATCHPOST_STORE_URL')]),
    ...(broker === undefined || log.caFile !== undefined ? [] : [warn('Kafka', broker, 'WATCHPOST_LOG_CA_FILE')]),
    ...(node === undefined ? [] : [warn('OpenSearch', new URL(node).hostname, 'https in WATCHPOST_ENGINE_NODES')]),
  ]
}
