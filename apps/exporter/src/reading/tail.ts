import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArrivalVector, LogRecord } from '@watchpost/model'
import { bytesOf, type Chunk, type Chunker, createChunker, type ScorerBook } from './chunk.ts'
import { createKeptChunks } from './kept-chunks.ts'
import type { Passed } from './passed.ts'
import { hasReached } from './position.ts'
import { settledOrAborted } from '../settled-or-aborted.ts'

/** Reads the log from a position. */
export interface Following {
  batches(stop: AbortSignal): AsyncIterable<LogRecord[]>
  stop(): Promise<void>
}

export interface TailPorts {
  follow(from: ArrivalVector): Following
  scorers: ScorerBook
  /** Called when reading failed. The readers then continue separately. */
  onFailure(error: unknown): void
}

export interface TailOptions {
  /** How many bytes of chunks to keep for readers that are slightly behind. */
  keptBytes: number
  /** How many chunks to read ahead of the furthest reader. */
  aheadChunks: number
}

/** A reader of the shared tail. `undefined` when it is too far behind or the tail has ended. */
export interface TailReader {
  next(stop: AbortSignal): Promise<Chunk | undefined>
  leave(): void
}

/**
 * How many event loop turns a chunk that is about to be dropped waits for readers that still need it. A write takes one
 * or two turns, so this is enough for a chunk. A receiver that accepts nothing costs the others a millisecond per
 * chunk, until its reader is dropped.
 */
const TURNS = 64

export type Tail = ReturnType<typeof createTail>

/**
 * The shared reader of the newest part of the log, for all exports near the end. It waits for the furthest reader, and
 * a little for the others. A reader that is slower than that is dropped, and its export reads separately until it is
 * near the end again.
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
        // Wait before making the chunk: making it advances the position, and a joining worker must then find the chunk.
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
   * Gives slower readers, which have more to write, time to catch up. Otherwise an export that filters out everything
   * would run ahead, and each of the others would have to read the log separately.
   */
  async function waitForSlower(batch: readonly LogRecord[], stop: AbortSignal): Promise<void> {
    const left = kept.firstAfter(bytesOf(batch))
    const isLeftBehind = () => readers.values().some(({ next }) => next < left)
    for (let turn = 0; turn < TURNS && !stop.aborted && isLeftBehind(); turn++) await nextTurn()
  }

  /**
   * Drops the parsed outlines of chunks that all readers are done with. A worker uses its chunk until it asks for the
   * next.
   */
  function release(): void {
    kept.release(Math.min(kept.end(), ...[...readers].map(({ next }) => next - 1)))
  }

  /** `own` is the deduplication set of the reader. The chunks kept now were made without it. */
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
        // Already removed together with its tail, which has ended: do not touch the current one.
        if (!readers.delete(place)) return
        if (readers.size === 0) stopReading()
        else stir()
      },
    }
  }

  return {
    /**
     * Joins the shared reader at a position. With `isNear`, starts it there if it is not running. Returns `wait` when
     * the shared reader will reach the position soon, and `apart` when the position is outside of the kept chunks.
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
      // The position is ahead of the shared reader: merging its set now would turn the events in between into
      // duplicates.
      if (!hasReached(head, position)) return 'wait'
      // Older events that this reader has seen apply to all readers: all of them are before the head.
      const own = passed()
      chunker.passed.merge(own)
      return readFrom(at, own)
    },

    stop: stopReading,
  }
}

/** Marks events as duplicates that are in the reader's own deduplication set. */
function checkedAgain(chunk: Chunk, known: Passed): Chunk {
  const pieces = chunk.pieces.map((piece) =>
    piece.isRepeat || !known.has(piece.record.identity) ? piece : { ...piece, isRepeat: true },
  )
  return { ...chunk, pieces }
}
