import type { Readable } from 'node:stream'

/** If the client waits for records and has not fetched for this long, it is stuck. A restart solves it. */
const SILENT_MS = 90_000

export type StreamAlarm = ReturnType<typeof createStreamAlarm>

/**
 * Notifies when a stream may have something to read. It keeps one permanent listener: the client stops fetching for a
 * stream without listeners. A wait that cannot succeed ends in an error.
 */
export function createStreamAlarm(stream: Readable, isAssigned: () => boolean) {
  let failure: Error | undefined
  let wake: () => void = () => undefined
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  let heardAt = Date.now()
  const heard = () => {
    heardAt = Date.now()
  }
  stream.on('readable', () => wake())
  stream.on('fetch', heard)
  stream.on('error', fail)
  stream.on('close', () => fail(new Error('the log closed the stream')))

  return {
    /** Restarts the silence timer: while a batch is being stored, the client correctly does not fetch. */
    heard,

    async wait(stop: AbortSignal, withinMs: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = () => resolve()
      const timer = setTimeout(wake, Math.max(1, withinMs))
      stop.addEventListener('abort', wake, { once: true })
      if (!failure && !stop.aborted) await promise
      clearTimeout(timer)
      stop.removeEventListener('abort', wake)
      const silentMs = Date.now() - heardAt
      if (silentMs > SILENT_MS && isAssigned()) fail(new Error(`the client has not fetched for ${silentMs} ms`))
      if (failure) throw failure
    },
  }
}
