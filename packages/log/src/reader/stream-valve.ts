import type { Readable } from 'node:stream'

export type StreamValve = ReturnType<typeof createStreamValve>

/**
 * Keeps the client from fetching more than is wanted. On its own it asks every broker again whenever one of them
 * answers with nothing, however much of the others' it already holds: with several brokers and one of them read to its
 * end, memory grew by hundreds of megabytes while the engine was slow. A stream that is paused outright fetches nothing.
 */
export function createStreamValve(stream: Readable, most: number) {
  let isShut = false
  // Told of every answer, before what is in it is added and before the next is asked for.
  stream.on('fetch', () => {
    if (isShut || stream.readableLength < most) return
    isShut = true
    stream.pause()
  })

  return {
    /** To be called after reading: lets the client fetch again if there is room. */
    open(): void {
      if (!isShut || stream.readableLength >= most) return
      isShut = false
      stream.resume()
    },
  }
}
