import { readFileSync } from 'node:fs'
import type { EngineConfig } from '../connect/engine-config.ts'
import { engineCredentials } from '../connect/engine-credentials.ts'
import { createEngineNode, type EngineNode } from './engine-node.ts'
import { SearchExchange, type SearchReceiver } from './search-exchange.ts'

export interface SearchTransportOptions {
  silenceMs: number
  /** Longer than the engine's own limit, so that the engine can report its timeout. */
  answerMs: number
  onChange?(node: string, isAway: boolean, reason: string): void
}

export type SearchTransport = ReturnType<typeof createSearchTransport>

/**
 * Sends searches directly to the nodes of the engine, in turn, and skips unavailable ones. Responses are forwarded as
 * bytes, with back-pressure; nothing is parsed or stored.
 */
export function createSearchTransport(
  config: EngineConfig,
  { silenceMs, answerMs, onChange = () => {} }: SearchTransportOptions,
) {
  const ca = config.caFile ? readFileSync(config.caFile) : undefined
  const authorization = authorizationOf(config)
  const nodes = config.nodes.map((node) =>
    createEngineNode({
      node,
      silenceMs,
      answerMs,
      onChange,
      ...(ca && { ca }),
      ...(authorization && { authorization }),
    }),
  )
  let turn = 0

  function next(): EngineNode | undefined {
    for (let tried = 0; tried < nodes.length; tried++) {
      const node = nodes[turn++ % nodes.length]
      if (node && !node.isAway()) return node
    }
    return undefined
  }

  return {
    /** Sends a search to any available node. `receiver` gets the result, unless the exchange is aborted first. */
    post(path: string, body: string, opaqueId: string, receiver: SearchReceiver): SearchExchange {
      const exchange = new SearchExchange({ path, body, opaqueId }, receiver, next)
      exchange.begin()
      return exchange
    },
    /** Whether a node is available. */
    isThere: () => nodes.some((node) => !node.isAway()),
    async close(): Promise<void> {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}

function authorizationOf(config: EngineConfig): string | undefined {
  const credentials = engineCredentials(config)
  if (!credentials) return undefined
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
}
