import type { Clock } from '../disk/clock.ts'

/** Unused time does not accumulate beyond this. */
const WINDOW_MS = 1_000

/** Keeps the process below a share of one CPU (100 is all of it), by sleeping as long as needed. */
export function createCpuCap(
  percent: number | undefined,
  clock: Clock,
  usedMs: () => number = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
) {
  let since = clock.now()
  let before = usedMs()
  return async function rest(stop: AbortSignal): Promise<void> {
    if (percent === undefined) return
    const share = percent / 100
    const neededMs = (usedMs() - before) / share
    const passedMs = clock.now() - since
    if (neededMs > passedMs) await clock.sleep(neededMs - passedMs, stop)
    if (clock.now() - since < WINDOW_MS) return
    since = clock.now()
    before = usedMs()
  }
}
