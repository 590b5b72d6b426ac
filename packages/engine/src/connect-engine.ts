import { readFileSync } from 'node:fs'
import { Client } from '@opensearch-project/opensearch'
import type { EngineConfig } from './engine-config.ts'

export interface EngineConnection {
  /** Tries on another node when a connection fails. A caller that retries by itself leaves it at 0. */
  maxRetries?: number
}

/** A client of the whole cluster: requests go round the nodes, and a node that fails is passed over for a while. */
export function connectEngine(config: EngineConfig, { maxRetries = 0 }: EngineConnection = {}): Client {
  if (config.username && !config.password) throw new Error('the engine user has no password')
  return new Client({
    nodes: [...config.nodes],
    maxRetries,
    requestTimeout: config.requestTimeoutMs,
    agent: { keepAlive: true, maxSockets: 64 },
    // Events hold names that strangers chose: one called __proto__ must not make every answer it is in unreadable.
    // JSON.parse makes it an ordinary property; what merges documents has to keep it so.
    disablePrototypePoisoningProtection: true,
    ...(config.caFile ? { ssl: { ca: readFileSync(config.caFile) } } : {}),
    ...(config.username && config.password
      ? { auth: { username: config.username, password: config.password.reveal() } }
      : {}),
  })
}
