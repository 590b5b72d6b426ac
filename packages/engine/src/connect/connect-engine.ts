import { readFileSync } from 'node:fs'
import { Client, type NodeOptions } from '@opensearch-project/opensearch'
import type { EngineConfig } from './engine-config.ts'
import { engineCredentials } from './engine-credentials.ts'
import { nodeAddress } from './node-address.ts'

export interface EngineConnection {
  /** Retries on another node when a connection fails. A caller with its own retries leaves it at 0. */
  maxRetries?: number
}

const agent = { keepAlive: true, maxSockets: 64 }

/** A client of the whole cluster: requests use the nodes in turn, and a failing node is skipped for a while. */
export function connectEngine(config: EngineConfig, { maxRetries = 0 }: EngineConnection = {}): Client {
  const auth = engineCredentials(config)
  return new Client({
    nodes: config.nodes.map(nodeOptions),
    maxRetries,
    requestTimeout: config.requestTimeoutMs,
    agent,
    // Events contain names that strangers chose: one called __proto__ must not make a whole response unreadable.
    // JSON.parse makes it an ordinary property; code that merges documents has to keep it so.
    disablePrototypePoisoningProtection: true,
    ...(config.caFile ? { ssl: { ca: readFileSync(config.caFile) } } : {}),
    ...(auth && { auth }),
  })
}

/** The agent of Node connects by `socketPath` if it has one. The types of the client do not list this option. */
function nodeOptions(node: string): NodeOptions {
  const { origin, socketPath } = nodeAddress(node)
  const url = new URL(origin)
  if (socketPath === undefined) return { url }
  const byPath = { ...agent, socketPath }
  // Several sockets have the same URL, so each needs an id.
  return { url, id: node, agent: byPath }
}
