import type { Clock } from './clock.ts'

/** Lets at most `perSecond` events a second pass, in the order in which they ask; no rate lets everything pass. */
export function createPace(perSecond: number | undefined, clock: Clock) {
  let freeAt = Number.NEGATIVE_INFINITY

  return {
    /**
     * Waits until `count` more events may pass. The first to ask passes first, so that probes which ask for one batch
     * at a time get equal shares. Time in which no one asked is not made up for.
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
