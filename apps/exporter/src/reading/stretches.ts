import { setTimeout as sleep } from 'node:timers/promises'
import type { ArrivalVector } from '@watchpost/model'
import { type Chunk, createChunker, type ScorerBook } from './chunk.ts'
import type { Passed } from './passed.ts'
import type { Following, Tail, TailReader } from './tail.ts'

export interface StretchPorts {
  tail: Pick<Tail, 'join'>
  /** A separate reader, for an export that is far behind. */
  follow(from: ArrivalVector): Following
  scorers: ScorerBook
  /** Number of records between a position and the end of the log, which may be a second old. */
  lagOf(position: ArrivalVector): number
}

/** Position of an export; it advances with every chunk that the export takes. */
export interface ReadingPlace {
  position(): ArrivalVector
  /** The deduplication set at the position. */
  passed(): Passed
  /** The first audit row to send; undefined if the export does not include the audit. */
  auditFrom(): number | undefined
  /** Whether the export includes coverage statements. */
  isCoverageWanted(): boolean
}

type LogPlace = Pick<ReadingPlace, 'position' | 'passed'>

/** Within this distance of the end, an export starts the shared reader if it is not running. */
const NEAR_RECORDS = 20_000
/** How long to wait for the shared reader to catch up with an export that is slightly ahead of it. */
const WAIT_MS = 2_000
const LOOK_MS = 20
const FAILED_MS = 1_000

/**
 * Reads the log in chunks from an export's position, without gaps: from the shared reader near the end, otherwise from
 * a separate one. A chunk may start before the position; the caller skips that part.
 */
export async function* stretches(ports: StretchPorts, place: LogPlace, stop: AbortSignal): AsyncGenerator<Chunk> {
  let reader = await joinTail(ports, place, stop)
  while (!stop.aborted) {
    const took = reader ? yield* readAlong(reader, stop) : 1
    // No chunk at all: the shared reader has failed and would fail again at once.
    if (took === 0) await pause(FAILED_MS, stop)
    if (stop.aborted) return
    reader = (await joinTail(ports, place, stop)) ?? (yield* readAlone(ports, place, stop))
  }
  reader?.leave()
}

async function joinTail(
  { tail, lagOf }: StretchPorts,
  place: LogPlace,
  stop: AbortSignal,
): Promise<TailReader | undefined> {
  for (let waited = 0; waited < WAIT_MS && !stop.aborted; waited += LOOK_MS) {
    const position = place.position()
    const joined = tail.join(position, place.passed, lagOf(position) <= NEAR_RECORDS)
    if (joined === 'apart') return undefined
    if (joined !== 'wait') return joined
    await pause(LOOK_MS, stop)
  }
  return undefined
}

/** Ends when the export is too far behind or the shared reader has ended; returns the number of chunks. */
async function* readAlong(reader: TailReader, stop: AbortSignal): AsyncGenerator<Chunk, number> {
  let took = 0
  try {
    for (let chunk = await reader.next(stop); chunk; chunk = await reader.next(stop)) {
      took++
      yield chunk
    }
  } finally {
    reader.leave()
  }
  return took
}

/** Ends when the export is near enough to join the shared reader, and returns its reader there. */
async function* readAlone(
  ports: StretchPorts,
  place: LogPlace,
  stop: AbortSignal,
): AsyncGenerator<Chunk, TailReader | undefined> {
  const position = place.position()
  const log = ports.follow(position)
  const chunker = createChunker(ports.scorers, position, place.passed())
  let reader: TailReader | undefined
  try {
    for await (const batch of log.batches(stop)) {
      yield await chunker.make(batch)
      // By now the position is after the chunk.
      if (ports.lagOf(place.position()) <= NEAR_RECORDS) reader = await joinTail(ports, place, stop)
      if (reader) return reader
    }
  } finally {
    // Do not wait if a shared reader was joined: it may drop chunks in the meantime.
    const stopped = log.stop()
    if (reader) stopped.catch(() => undefined)
    else await stopped
  }
  return undefined
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
