import { setTimeout as delay } from 'node:timers/promises'

/** Time, so that tests can be in charge of it. */
export interface Clock {
  /** Milliseconds, from any origin, never backwards. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal })
    } catch (error) {
      if (!signal?.aborted) throw error
    }
  },
}
