import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArrivalVector, LogRecord } from '@watchpost/model'
import { bytesOf, type Chunk, type Chunker, createChunker, type ScorerBook } from './chunk.ts'
import { createKeptChunks } from './kept-chunks.ts'
import type { Passed } from './passed.ts'
import { hasReached } from './position.ts'
import { settledOrAborted } from '../settled-or-aborted.ts'

/** Something that reads the log from a position on. */
export interface Following {
  batches(stop: AbortSignal): AsyncIterable<LogRecord[]>
  stop(): Promise<void>
}

export interface TailPorts {
  follow(from: ArrivalVector): Following
  scorers: ScorerBook
  /** Told when reading failed: those who read along go on by themselves. */
  onFailure(error: unknown): void
}

export interface TailOptions {
  /** How much of the log is kept for those who are a little behind. */
  keptBytes: number
  /** How many chunks it reads ahead of the one that is furthest. */
  aheadChunks: number
}

/** One who reads along. `undefined` once it has fallen too far behind, or reading has ended. */
export interface TailReader {
  next(stop: AbortSignal): Promise<Chunk | undefined>
  leave(): void
}

/**
 * How long what is about to fall out waits for those who still need it, in turns of the event loop. A write takes one or
 * two, so this is enough for a chunk; a receiver that takes nothing costs the others a millisecond a chunk, until it has
 * fallen out.
 */
const TURNS = 64

export type Tail = ReturnType<typeof createTail>

/**
 * One reading of the log's newest part for every export that has come there. It waits for the furthest of them, and for
 * others a little: one that is slower than that falls out at the other end, and reads by itself until it is near again.
 */
export function createTail(ports: TailPorts, { keptBytes, aheadChunks }: TailOptions) {
  let chunker: Chunker | undefined
  let reading: AbortController | undefined
  let kept = createKeptChunks(keptBytes)
  const readers = new Set<{ next: number }>()
  let wake = Promise.withResolvers<void>()

  function stir(): void {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }

  function stopReading(): void {
    reading?.abort()
    reading = undefined
    chunker = undefined
    kept = createKeptChunks(keptBytes)
    readers.clear()
    stir()
  }

  function begin(position: ArrivalVector, passed: Passed): void {
    const stop = new AbortController()
    reading = stop
    chunker = createChunker(ports.scorers, position, passed.copy())
    void read(chunker, position, stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return
      ports.onFailure(error)
      stopReading()
    })
  }

  async function read(maker: Chunker, from: ArrivalVector, stop: AbortSignal): Promise<void> {
    const log = ports.follow(from)
    try {
      for await (const batch of log.batches(stop)) {
        // Before the chunk is made: from then on the reading has come behind it, and a worker that joins must find it.
        await waitForSlower(batch, stop)
        const chunk = await maker.make(batch)
        if (stop.aborted) return
        kept.add(chunk)
        stir()
        while (!stop.aborted && kept.end() - furthestReader() >= aheadChunks) await wake.promise
      }
    } finally {
      await log.stop()
    }
  }

  function furthestReader(): number {
    return Math.max(kept.first(), ...[...readers].map(({ next }) => next))
  }

  /**
   * Gives those who are slower, because they have more to write of what was read, the time to come along: else one that
   * wants nothing of it would run ahead of all others, and each of them would have to read everything by itself.
   */
  async function waitForSlower(batch: readonly LogRecord[], stop: AbortSignal): Promise<void> {
    const left = kept.firstAfter(bytesOf(batch))
    const isLeftBehind = () => readers.values().some(({ next }) => next < left)
    for (let turn = 0; turn < TURNS && !stop.aborted && isLeftBehind(); turn++) await nextTurn()
  }

  /** Drops chunks that all workers are done with. A worker uses its chunk until it asks for the next. */
  function release(): void {
    kept.release(Math.min(kept.end(), ...[...readers].map(({ next }) => next - 1)))
  }

  /** `own` is what the reader knows and the reading did not while it made what is kept now. */
  function readFrom(at: number, own?: Passed): TailReader {
    const place = { next: at }
    const madeBefore = kept.end()
    const joined = reading
    readers.add(place)
    return {
      async next(stop) {
        while (!stop.aborted) {
          if (reading !== joined || place.next < kept.first()) return undefined
          const chunk = kept.at(place.next)
          if (chunk) {
            const known = place.next < madeBefore ? own : undefined
            place.next++
            release()
            stir()
            return known ? checkedAgain(chunk, known) : chunk
          }
          await settledOrAborted(wake.promise, stop)
        }
        return undefined
      },
      leave() {
        // Gone already with a reading that has ended: the present one is none of its business.
        if (!readers.delete(place)) return
        if (readers.size === 0) stopReading()
        else stir()
      },
    }
  }

  return {
    /**
     * Joins the reading at a position. With `isNear` it begins one there if there is none. Answers `wait` when the
     * reading will soon have come as far, and `apart` when the position lies outside of what is kept.
     */
    join(position: ArrivalVector, passed: () => Passed, isNear: boolean): TailReader | 'wait' | 'apart' {
      if (!chunker) {
        if (!isNear) return 'apart'
        begin(position, passed())
        return readFrom(0)
      }
      const head = chunker.position()
      const at = kept.find(position, head)
      if (at === undefined) return 'apart'
      // Further than the reading itself: what it passed there would be taken for repeats when the reading gets there.
      if (!hasReached(head, position)) return 'wait'
      // What this one knows of older events holds for everybody: all of it lies before the head.
      const own = passed()
      chunker.passed.merge(own)
      return readFrom(at, own)
    },

    stop: stopReading,
  }
}

/** The same chunk for one who knows of events that came before all of it: those in it are repeats. */
function checkedAgain(chunk: Chunk, known: Passed): Chunk {
  const pieces = chunk.pieces.map((piece) =>
    piece.isRepeat || !known.has(piece.record.identity) ? piece : { ...piece, isRepeat: true },
  )
  return { ...chunk, pieces }
}
