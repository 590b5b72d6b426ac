import type { Readable } from 'node:stream'

/** How many records a stream of whole batches holds: fetching adds to it, reading takes from it. */
export interface HeldRecords {
  count: number
}

export type StreamValve = ReturnType<typeof createStreamValve>

/**
 * Keeps the client from fetching more than is wanted. On its own it asks every broker again whenever one of them
 * answers with nothing, however much of the others' it already holds: with several brokers and one of them read to its
 * end, memory grew by hundreds of megabytes while the engine was slow. A stream that is paused outright fetches nothing.
 */
export function createStreamValve(stream: Readable, held: HeldRecords, most: number) {
  let isShut = false
  // Told of every answer, when its records are counted and before the next is asked for.
  stream.on('fetch', () => {
    if (isShut || held.count < most) return
    isShut = true
    stream.pause()
  })

  return {
    /** To be called after reading: lets the client fetch again if there is room. */
    open(): void {
      if (!isShut || held.count >= most) return
      isShut = false
      stream.resume()
    },
  }
}
