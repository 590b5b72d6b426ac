import type { ArrivalVector } from '@watchpost/model'
import type { Chunk } from './chunk.ts'
import { hasReached } from './position.ts'

/** The newest chunks of a reading, as many as fit; each has a number, counted from the beginning of the reading. */
export function createKeptChunks(keptBytes: number) {
  const chunks: Chunk[] = []
  let bytes = 0
  /** The number of the first that is kept. */
  let first = 0
  let released = 0

  /** The number of the first that is kept once so much is added. */
  function firstAfter(added: number): number {
    let left = first
    let rest = bytes + added
    for (const chunk of chunks) {
      if (rest <= keptBytes) break
      rest -= chunk.bytes
      left++
    }
    return left
  }

  return {
    first: () => first,
    firstAfter,
    /** The number that the next one will have. */
    end: () => first + chunks.length,
    at: (number: number): Chunk | undefined => chunks[number - first],

    add(chunk: Chunk): void {
      for (const left = firstAfter(chunk.bytes); first < left; first++) bytes -= chunks.shift()?.bytes ?? 0
      chunks.push(chunk)
      bytes += chunk.bytes
    },

    /** What lies before a number needs no longer be looked into; the bytes stay for those who come. */
    release(upTo: number): void {
      for (released = Math.max(released, first); released < upTo; released++) {
        for (const piece of chunks[released - first]?.pieces ?? []) piece.release()
      }
    },

    /** The number of the chunk to begin with at a position; undefined when it lies before all that is kept. */
    find(position: ArrivalVector, head: ArrivalVector): number | undefined {
      if (!hasReached(position, chunks[0]?.before ?? head)) return undefined
      let at = first + chunks.length
      while (at > first && !hasReached(position, chunks[at - first]?.before ?? head)) at--
      return at
    },
  }
}
