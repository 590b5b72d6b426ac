import { setTimeout as wait } from 'node:timers/promises'

/** Time as a port, so that tests can control it. */
export interface Clock {
  now(): number
  /** Returns early, without an error, when the signal aborts. */
  sleep(ms: number, stop: AbortSignal): Promise<void>
}

export const clock: Clock = {
  now: Date.now,
  sleep: async (ms, signal) => {
    if (!signal.aborted) await wait(ms, undefined, { signal }).catch(() => undefined)
  },
}
