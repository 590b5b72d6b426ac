import { Client, type Dispatcher, Pool } from 'undici'
import { nodeAddress } from '../connect/node-address.ts'
import { createNodeWatch } from './node-watch.ts'

export interface EngineNodeOptions {
  /** As in `ENGINE_NODES`. */
  node: string
  /** The CA certificate of the node, for https. */
  ca?: Buffer
  authorization?: string
  /** How long the node may be silent before it counts as frozen. */
  silenceMs: number
  /** The timeout of one response. */
  answerMs: number
  onChange(node: string, isAway: boolean, reason: string): void
}

/** One request in flight to a node. */
export interface NodeCall extends Dispatcher.DispatchHandler {
  /** Called when the node is detected as frozen. */
  onFrozen(): void
}

export type EngineNode = ReturnType<typeof createEngineNode>

/** Longer than the engine needs to accept on a busy machine, and short enough for a user. */
const connectMs = 1_000
/** Timeout within a response, which the engine has completed before it sends the first byte. */
const stallMs = 10_000
const connections = 128

/** The connections to one node of the engine, each with one request at a time, and whether the node is available. */
export function createEngineNode({ node, ca, authorization, silenceMs, answerMs, onChange }: EngineNodeOptions) {
  const { origin, socketPath } = nodeAddress(node)
  const connect = { timeout: connectMs, ...(ca && { ca }), ...(socketPath !== undefined && { socketPath }) }
  const common = { allowH2: false, pipelining: 1, connect }
  const pool = new Pool(origin, { ...common, connections, headersTimeout: answerMs, bodyTimeout: stallMs })
  // On a separate connection: all search connections are in use when it matters.
  const heart = new Client(origin, common)
  const calls = new Set<NodeCall>()
  const credentials = authorization ? ['authorization', authorization] : []

  const watch = createNodeWatch({
    silenceMs,
    ping: async (signal) => {
      const { body } = await heart.request({ method: 'HEAD', path: '/', headers: credentials, signal })
      await body.dump()
    },
    isAwaited: () => calls.size > 0,
    onChange(isAway, reason) {
      onChange(node, isAway, reason)
      // Notify the callers of a frozen node, which would wait in vain. A broken connection notifies them itself.
      if (isAway && reason === 'frozen') for (const call of calls) call.onFrozen()
    },
  })

  return {
    isAway: watch.isAway,
    sawLife: watch.sawLife,
    sawNoWay: watch.sawNoWay,
    sawBreak: watch.sawBreak,
    /** Sends a search. The call ends when `leave` is called with it. */
    post(path: string, body: string, opaqueId: string, call: NodeCall): void {
      calls.add(call)
      watch.awaited()
      const headers = ['content-type', 'application/json', 'x-opaque-id', opaqueId, ...credentials]
      pool.dispatch({ method: 'POST', path, headers, body }, call)
    },
    leave(call: NodeCall): void {
      calls.delete(call)
    },
    async close(): Promise<void> {
      watch.stop()
      await Promise.all([pool.destroy(), heart.destroy()])
    },
  }
}
