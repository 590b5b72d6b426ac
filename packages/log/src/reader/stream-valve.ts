import type { Readable } from 'node:stream'

/** The number of records that a stream of whole batches holds: fetching adds to it, reading subtracts. */
export interface HeldRecords {
  count: number
}

export type StreamValve = ReturnType<typeof createStreamValve>

/**
 * Keeps the client from fetching too much. The client asks every broker again whenever one of them returns nothing,
 * however many records of the others it already holds: with several brokers, one of them read to its end, memory grew
 * by hundreds of megabytes while the engine was slow. A paused stream fetches nothing.
 */
export function createStreamValve(stream: Readable, held: HeldRecords, most: number) {
  let isShut = false
  // Emitted for every response, after its records are counted and before the next fetch.
  stream.on('fetch', () => {
    if (isShut || held.count < most) return
    isShut = true
    stream.pause()
  })

  return {
    /** Call after reading: lets the client fetch again if there is room. */
    open(): void {
      if (!isShut || held.count >= most) return
      isShut = false
      stream.resume()
    },
  }
}
