import { setTimeout as delay } from 'node:timers/promises'

/** Time as a port, so that tests can control it. */
export interface Clock {
  /** Monotonic milliseconds from any origin. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock of the machine. */
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
