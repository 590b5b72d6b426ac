import { setTimeout as sleep } from 'node:timers/promises'
import type { ArrivalVector } from '@watchpost/model'
import { type Chunk, createChunker, type ScorerBook } from './chunk.ts'
import type { Passed } from './passed.ts'
import type { Following, Tail, TailReader } from './tail.ts'

export interface StretchPorts {
  tail: Pick<Tail, 'join'>
  /** A reading of its own, for an export that is far behind. */
  follow(from: ArrivalVector): Following
  scorers: ScorerBook
  /** Records between a position and the end of the log, as of a moment ago. */
  lagOf(position: ArrivalVector): number
}

/** Where an export is: the position moves on with every chunk that it takes. */
export interface ReadingPlace {
  position(): ArrivalVector
  /** The sequences that lie before the position. */
  passed(): Passed
  /** From which row on the audit is wanted, if it is. */
  auditFrom(): number | undefined
  /** Whether statements of coverage are wanted. */
  isCoverageWanted(): boolean
}

type LogPlace = Pick<ReadingPlace, 'position' | 'passed'>

/** So near to the end, an export begins the common reading if no one has. */
const NEAR_RECORDS = 20_000
/** How long to wait for the common reading to come as far as an export that is a little ahead of it. */
const WAIT_MS = 2_000
const LOOK_MS = 20
const FAILED_MS = 1_000

/**
 * The log in chunks from an export's place on, without a hole: from the common reading while it is near the end, by a
 * reading of its own until then. A chunk may begin before the place; what lies before it is for the caller to skip.
 */
export async function* stretches(ports: StretchPorts, place: LogPlace, stop: AbortSignal): AsyncGenerator<Chunk> {
  let reader = await joinTail(ports, place, stop)
  while (!stop.aborted) {
    const took = reader ? yield* readAlong(reader, stop) : 1
    // Nothing at all: the common reading has failed, and would fail again at once.
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

/** Ends when it has fallen too far behind, or the common reading has ended; answers how many chunks it took. */
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

/** Ends when it has come near enough to read along, and answers the place that it took there. */
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
      // The place has moved behind the chunk by now.
      if (ports.lagOf(place.position()) <= NEAR_RECORDS) reader = await joinTail(ports, place, stop)
      if (reader) return reader
    }
  } finally {
    // Not waited for: what is kept for who reads along does not wait either.
    const stopped = log.stop()
    if (reader) stopped.catch(() => undefined)
    else await stopped
  }
  return undefined
}

function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return sleep(milliseconds, undefined, { signal: stop }).catch(() => undefined)
}
