import type { ArrivalVector } from '@watchpost/model'
import type { Chunk } from './chunk.ts'
import { hasReached } from './position.ts'

/** The newest chunks of a reader, as many as fit. Chunks are numbered from the start of the reader. */
export function createKeptChunks(keptBytes: number) {
  const chunks: Chunk[] = []
  let bytes = 0
  /** Number of the first chunk kept. */
  let first = 0
  let released = 0

  /** Number of the first chunk kept after adding this many bytes. */
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
    /** Number of the next chunk. */
    end: () => first + chunks.length,
    at: (number: number): Chunk | undefined => chunks[number - first],

    add(chunk: Chunk): void {
      for (const left = firstAfter(chunk.bytes); first < left; first++) bytes -= chunks.shift()?.bytes ?? 0
      chunks.push(chunk)
      bytes += chunk.bytes
    },

    /** Drops the parsed outlines of chunks before this number. Their bytes stay for readers that join later. */
    release(upTo: number): void {
      for (released = Math.max(released, first); released < upTo; released++) {
        for (const piece of chunks[released - first]?.pieces ?? []) piece.release()
      }
    },

    /** Number of the chunk to start with at a position; undefined when the position is before all kept chunks. */
    find(position: ArrivalVector, head: ArrivalVector): number | undefined {
      if (!hasReached(position, chunks[0]?.before ?? head)) return undefined
      let at = first + chunks.length
      while (at > first && !hasReached(position, chunks[at - first]?.before ?? head)) at--
      return at
    },
  }
}
