import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '@watchpost/runtime'

export interface NodeWatchOptions {
  /** How long a ping may go unanswered before the node counts as frozen. */
  silenceMs: number
  /** Pings the node. Rejects without a response; aborts with the signal. */
  ping(signal: AbortSignal): Promise<unknown>
  /** Whether a request to this node is pending. */
  isAwaited(): boolean
  /** Called each time that the node goes away or comes back. */
  onChange(isAway: boolean, reason: string): void
  now?: () => number
}

/** Interval between checks. A node that answers searches is not pinged. */
const breathMs = 250

export type NodeWatch = ReturnType<typeof createNodeWatch>

/**
 * Detects whether a node is available. A search may take ten seconds, so waiting for its response proves nothing: while
 * a request is pending and the node is silent, it is pinged, and counts as away without a response. From then on it is
 * pinged until it answers again. It is also pinged once after a connection broke: a proxy accepts connections for a node
 * that is down. Nothing else happens without a pending request.
 */
export function createNodeWatch({
  silenceMs,
  ping,
  isAwaited,
  onChange,
  now = performance.now.bind(performance),
}: NodeWatchOptions) {
  const end = new AbortController()
  let isAway = false
  let isWatching = false
  let isDoubted = false
  let lifeAt = -Infinity

  function change(isNowAway: boolean, reason: string): void {
    if (isAway === isNowAway || end.signal.aborted) return
    isAway = isNowAway
    onChange(isAway, reason)
  }

  async function look(): Promise<void> {
    isDoubted = false
    const patience = new AbortController()
    const timer = setTimeout(() => {
      // If this process was blocked, the response may be unread in the socket: wait one more turn before the decision.
      setImmediate(() => patience.abort())
    }, silenceMs)
    try {
      await ping(AbortSignal.any([patience.signal, end.signal]))
      lifeAt = now()
      change(false, 'answers')
    } catch (error) {
      change(true, patience.signal.aborted ? 'frozen' : reasonOf(error))
    } finally {
      clearTimeout(timer)
    }
  }

  const isWorthALook = () => !end.signal.aborted && (isAway || isDoubted || isAwaited())

  async function watch(): Promise<void> {
    isWatching = true
    while (isWorthALook()) {
      await sleep(breathMs, undefined, { ref: false })
      if (isWorthALook() && (isAway || isDoubted || now() - lifeAt >= breathMs)) await look()
    }
    isWatching = false
  }

  return {
    isAway: () => isAway,
    /** A request is pending now. */
    awaited(): void {
      if (!isWatching) void watch()
    },
    /** The node has sent something. */
    sawLife(): void {
      lifeAt = now()
    },
    /** The node could not be reached. */
    sawNoWay(reason: string): void {
      change(true, reason)
      if (!isWatching) void watch()
    },
    /** A connection broke before the response. */
    sawBreak(): void {
      isDoubted = true
      if (!isWatching) void watch()
    },
    stop: () => end.abort(),
  }
}

function reasonOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : 'unknown')
}
