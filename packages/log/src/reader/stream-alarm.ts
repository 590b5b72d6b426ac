import type { Readable } from 'node:stream'

/** A client that waits for records and has not asked for any for so long is stuck; a new process is not. */
const SILENT_MS = 90_000

export type StreamAlarm = ReturnType<typeof createStreamAlarm>

/**
 * Tells when a stream may have something to read. One listener for good: a stream without any counts as unused, and
 * the client then stops to fetch for it. A wait that cannot end well ends in an error.
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
    /** Silence counts from here: while a batch was being stored no one asked the log for anything, and rightly so. */
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
      if (silentMs > SILENT_MS && isAssigned()) fail(new Error(`the log was not asked for ${silentMs} ms`))
      if (failure) throw failure
    },
  }
}
