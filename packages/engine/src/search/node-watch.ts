import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '@watchpost/runtime'

export interface NodeWatchOptions {
  /** How long the node may leave a sign of life unanswered before it counts as frozen. */
  silenceMs: number
  /** Asks for a sign of life. Rejects when there is none; aborts when the signal does. */
  ping(signal: AbortSignal): Promise<unknown>
  /** Whether someone waits for an answer of this node. */
  isAwaited(): boolean
  /** Told each time that the node goes away or comes back. */
  onChange(isAway: boolean, reason: string): void
  now?: () => number
}

/** Between two looks. A node that answers searches is not asked for anything else. */
const breathMs = 250

export type NodeWatch = ReturnType<typeof createNodeWatch>

/**
 * Knows whether a node is there. A search may take ten seconds, so that waiting for its answer tells nothing: while
 * someone waits and the node says nothing at all, it is asked for a sign of life, and counts as away without one. From
 * then on it is asked until it answers again. Nothing happens while no one waits.
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
  let lifeAt = -Infinity

  function change(isNowAway: boolean, reason: string): void {
    if (isAway === isNowAway || end.signal.aborted) return
    isAway = isNowAway
    onChange(isAway, reason)
  }

  async function look(): Promise<void> {
    const patience = new AbortController()
    const timer = setTimeout(() => {
      // The answer may lie in the socket unread, if it was us who stood still: one more turn before the verdict.
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

  const isWorthALook = () => !end.signal.aborted && (isAway || isAwaited())

  async function watch(): Promise<void> {
    isWatching = true
    while (isWorthALook()) {
      await sleep(breathMs, undefined, { ref: false })
      if (isWorthALook() && (isAway || now() - lifeAt >= breathMs)) await look()
    }
    isWatching = false
  }

  return {
    isAway: () => isAway,
    /** Someone has begun to wait. */
    awaited(): void {
      if (!isWatching) void watch()
    },
    /** The node has said something. */
    sawLife(): void {
      lifeAt = now()
    },
    /** The node could not be reached. */
    sawNoWay(reason: string): void {
      change(true, reason)
      if (!isWatching) void watch()
    },
    stop: () => end.abort(),
  }
}

function reasonOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : 'unknown')
}
