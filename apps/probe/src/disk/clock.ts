import { setTimeout as wait } from 'node:timers/promises'

/** Time, as a port: tests let it pass as they like. */
export interface Clock {
  now(): number
  /** Ends early, without an error, when the signal aborts. */
  sleep(ms: number, stop: AbortSignal): Promise<void>
}

export const clock: Clock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    if (!signal.aborted) await wait(ms, undefined, { signal }).catch(() => undefined)
  },
}
