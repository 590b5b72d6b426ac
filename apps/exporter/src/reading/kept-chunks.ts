import type { ArrivalVector } from '@watchpost/model'
import type { Chunk } from './chunk.ts'
import { hasReached } from './position.ts'

export type KeptChunks = ReturnType<typeof createKeptChunks>

/** The newest chunks of a reading, as many as fit; each has a number, counted from the beginning of the reading. */
export function createKeptChunks(keptBytes: number) {
  const chunks: Chunk[] = []
  let bytes = 0
  /** The number of the first that is kept. */
  let first = 0
  let released = 0

  return {
    first: () => first,
    /** The number that the next one will have. */
    end: () => first + chunks.length,
    at: (number: number): Chunk | undefined => chunks[number - first],

    /** The number of the first that would be kept if so much were added. */
    firstAfter(added: number): number {
      let left = first
      let rest = bytes + added
      for (const chunk of chunks) {
        if (rest <= keptBytes) break
        rest -= chunk.bytes
        left++
      }
      return left
    },

    add(chunk: Chunk): void {
      chunks.push(chunk)
      bytes += chunk.bytes
      while (bytes > keptBytes && chunks.length > 1) {
        bytes -= chunks.shift()?.bytes ?? 0
        first++
      }
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
