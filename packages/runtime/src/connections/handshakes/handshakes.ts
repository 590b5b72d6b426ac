import { createFairSet, type FairSet } from './fair-set.ts'
import { createHandshakeCounts } from './handshake-counts.ts'
import { createPacedTurns, type PacedTurnsPorts } from './paced-turns.ts'

/** A connection whose handshake is not finished. */
export interface Handshake {
  /** Whose it is. Undefined for a trusted proxy: no limit holds for it, and it is not displaced. */
  source: string | undefined
  start(): void
  /** Closes the connection: others have fewer, and need the room. */
  displace(): void
}

export interface HandshakeLimits {
  /** Of one source, in all stages together. */
  perSource: number
  /** Those whose peer has sent nothing. An honest client sends its first bytes as soon as it is connected. */
  silent: number
  /** Those whose first bytes have arrived, and which are not started yet. */
  waiting: number
  /** Those that wait for their peer again. Each has TLS state of about 60 KiB. */
  started: number
}

export interface Handshakes<H extends Handshake> {
  /** Counts a handshake of this source; false when it has as many as it may. */
  take(source: string): boolean
  /** Its first byte is awaited. */
  await(handshake: H): void
  /** Its first byte is there: it is started when it is its turn. */
  queue(handshake: H): void
  /** It is finished, or its connection is closed. Frees its place at once. */
  leave(handshake: H): void
  noteAccepted(): void
  total(): number
}

export const handshakeLimits: HandshakeLimits = { perSource: 64, silent: 2_048, waiting: 2_048, started: 256 }

/**
 * Decides in which order handshakes are started, and which make room when there are too many. Starting one takes about a
 * millisecond of the event loop, so they are started in portions. The source with the fewest started handshakes goes first,
 * of equals the one with the fewest unfinished ones; the one with the most makes room.
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
  /** Those of trusted proxies that wait. */
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

  /** Of those that wait for their peer, an honest one does not wait long. */
  function displaceOldest(stage: FairSet<H>, limit: number): void {
    const busiest = stage.busiest()
    if (stage.size() >= limit && busiest !== undefined) stage.oldestOf(busiest)?.displace()
  }

  /** Of those that wait for us, the oldest ones are served next: the newest one goes, and a newcomer among equals. */
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

  /** When all places are taken, equals do not displace each other in turn: each start would be wasted. */
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
