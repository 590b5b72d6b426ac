import type { Clock } from '../disk/clock.ts'

/** Limits the bytes per second, in the order of the calls. */
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
