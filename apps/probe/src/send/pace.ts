import type { Clock } from '../disk/clock.ts'

/** Lets bytes through at most so many a second, in the order in which they ask. */
export function createPace(bytesPerSecond: number | undefined, clock: Clock) {
  let freeAt = 0
  return async function pace(bytes: number, stop: AbortSignal): Promise<void> {
    if (bytesPerSecond === undefined) return
    const now = clock.now()
    const from = Math.max(now, freeAt)
    freeAt = from + (bytes / bytesPerSecond) * 1_000
    if (from > now) await clock.sleep(from - now, stop)
  }
}
