import type { Clock } from './clock.ts'

/** Lets at most `perSecond` events a second pass, in the order of the calls; without a rate, everything passes. */
export function createPace(perSecond: number | undefined, clock: Clock) {
  let freeAt = Number.NEGATIVE_INFINITY

  return {
    /**
     * Waits until `count` more events may pass. Calls are served in order, so that probes which ask for one batch at a
     * time get equal shares. Idle time does not accumulate.
     */
    async take(count: number, signal?: AbortSignal): Promise<void> {
      if (perSecond === undefined) return
      const now = clock.now()
      const at = Math.max(now, freeAt)
      freeAt = at + (count / perSecond) * 1_000
      if (at > now) await clock.sleep(at - now, signal)
    },
  }
}
export type Pace = ReturnType<typeof createPace>
