import { Client, type Dispatcher, Pool } from 'undici'
import { createNodeWatch } from './node-watch.ts'

export interface EngineNodeOptions {
  origin: string
  /** Of the node's authority, for https. */
  ca?: Buffer
  authorization?: string
  /** How long the node may not say a word before it counts as frozen. */
  silenceMs: number
  /** How long one answer may be waited for. */
  answerMs: number
  onChange(origin: string, isAway: boolean, reason: string): void
}

/** One request under way at a node. */
export interface NodeCall extends Dispatcher.DispatchHandler {
  /** Called when the node turns out to be frozen. */
  onFrozen(): void
}

export type EngineNode = ReturnType<typeof createEngineNode>

/** Longer than the engine needs to accept on a busy machine, shorter than anybody wants to wait. */
const connectMs = 1_000
/** Within an answer, which the engine has ready before it sends the first byte. */
const stallMs = 10_000
const connections = 128

/** The connections to one node of the engine, each with one request at a time, and whether the node is there. */
export function createEngineNode({ origin, ca, authorization, silenceMs, answerMs, onChange }: EngineNodeOptions) {
  const common = { allowH2: false, pipelining: 1, connect: { timeout: connectMs, ...(ca && { ca }) } }
  const pool = new Pool(origin, { ...common, connections, headersTimeout: answerMs, bodyTimeout: stallMs })
  // On a connection of its own: those of the searches are all taken when it matters.
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
      onChange(origin, isAway, reason)
      // Callers of a frozen node would wait in vain; a connection that breaks tells them itself.
      if (isAway && reason === 'frozen') for (const call of calls) call.onFrozen()
    },
  })

  return {
    isAway: watch.isAway,
    sawLife: watch.sawLife,
    sawNoWay: watch.sawNoWay,
    /** Sends a search. The call is over when `leave` is told of it. */
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
