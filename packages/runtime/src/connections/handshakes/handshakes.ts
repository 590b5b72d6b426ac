import { createFairSet, type FairSet } from './fair-set.ts'
import { createHandshakeCounts } from './handshake-counts.ts'
import { createPacedTurns, type PacedTurnsPorts } from './paced-turns.ts'

/** A connection whose handshake is not finished. */
export interface Handshake {
  /** Its source. Undefined for a trusted proxy, which has no limit and is never displaced. */
  source: string | undefined
  start(): void
  /** Closes the connection in favour of sources with fewer. */
  displace(): void
}

export interface HandshakeLimits {
  /** Limit per source, over all stages. */
  perSource: number
  /** Limit of those whose peer has sent nothing. An honest client sends its first bytes as soon as it is connected. */
  silent: number
  /** Limit of those whose first bytes have arrived and that are not started yet. */
  waiting: number
  /** Limit of those that wait for their peer again. Each has TLS state of about 60 KiB. */
  started: number
}

export interface Handshakes<H extends Handshake> {
  /** Counts a handshake of this source; false if it is at its limit. */
  take(source: string): boolean
  /** Waits for its first byte. */
  await(handshake: H): void
  /** Its first byte has arrived: it is queued to be started. */
  queue(handshake: H): void
  /** It is finished, or its connection is closed. Frees its slot at once. */
  leave(handshake: H): void
  noteAccepted(): void
  total(): number
}

export const handshakeLimits: HandshakeLimits = { perSource: 64, silent: 2_048, waiting: 2_048, started: 256 }

/**
 * Decides in which order handshakes are started, and which are displaced when there are too many. Starting one takes
 * about a millisecond of the event loop, so they are started in portions. The source with the fewest started handshakes
 * goes first, then the one with the fewest unfinished ones; the one with the most is displaced.
 */
export function createHandshakes<H extends Handshake>(
  limits: HandshakeLimits,
  ports: Omit<PacedTurnsPorts, 'doNext'> = {},
): Handshakes<H> {
  const counts = createHandshakeCounts(limits.perSource)
  const silent = createFairSet<H>()
  const waiting = createFairSet<H>()
  const started = createFairSet<H>()
  const stages = new Map<H, FairSet<H>>()
  /** Waiting ones of trusted proxies. */
  const exempt = new Set<H>()
  const turns = createPacedTurns({ ...ports, doNext: startNext })

  function enter(stage: FairSet<H>, handshake: H): void {
    leaveStage(handshake)
    if (handshake.source === undefined) return
    stage.add(handshake.source, handshake)
    stages.set(handshake, stage)
  }

  function leaveStage(handshake: H): void {
    if (handshake.source !== undefined) stages.get(handshake)?.delete(handshake.source, handshake)
    stages.delete(handshake)
    exempt.delete(handshake)
  }

  /** Among those that wait for their peer, displace the oldest: an honest peer does not take long. */
  function displaceOldest(stage: FairSet<H>, limit: number): void {
    const busiest = stage.busiest()
    if (stage.size() >= limit && busiest !== undefined) stage.oldestOf(busiest)?.displace()
  }

  /** Among those that wait for us, the oldest are served next: displace the newest, or the newcomer if equal. */
  function displaceNewest(source: string): boolean {
    const busiest = waiting.busiest()
    if (waiting.size() < limits.waiting || busiest === undefined) return true
    if (waiting.countOf(source) >= waiting.countOf(busiest) - 1) return false
    waiting.newestOf(busiest)?.displace()
    return true
  }

  function startNext(): boolean {
    const next = nextWaiting()
    if (!next) return false
    if (next.source !== undefined) displaceOldest(started, limits.started)
    enter(started, next)
    next.start()
    return true
  }

  function nextWaiting(): H | undefined {
    const [first] = exempt
    if (first) return first
    let next: string | undefined
    for (const source of waiting.sources()) {
      if (!mayStart(source)) continue
      if (next === undefined || goesBefore(source, next)) next = source
      if (started.countOf(next) === 0 && counts.of(next) === 1) break
    }
    return next === undefined ? undefined : waiting.oldestOf(next)
  }

  function goesBefore(source: string, other: string): boolean {
    const more = started.countOf(source) - started.countOf(other)
    return more < 0 || (more === 0 && counts.of(source) < counts.of(other))
  }

  /**
   * When all slots are in use, equal sources do not displace each other in turn, because each start would be wasted.
   */
  function mayStart(source: string): boolean {
    if (started.size() < limits.started) return true
    const count = started.countOf(source)
    return count === 0 || count + 1 < started.countOf(started.busiest() ?? '')
  }

  return {
    take: counts.take,
    await(handshake) {
      if (handshake.source !== undefined) displaceOldest(silent, limits.silent)
      enter(silent, handshake)
    },
    queue(handshake) {
      if (handshake.source !== undefined && !displaceNewest(handshake.source)) return handshake.displace()
      enter(waiting, handshake)
      if (handshake.source === undefined) exempt.add(handshake)
      turns.wake()
    },
    leave(handshake) {
      leaveStage(handshake)
      if (handshake.source !== undefined) counts.release(handshake.source)
      handshake.source = undefined
      if (waiting.size() > 0) turns.wake()
    },
    noteAccepted: turns.noteAccepted,
    total: counts.total,
  }
}
