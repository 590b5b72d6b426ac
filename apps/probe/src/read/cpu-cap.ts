import type { Clock } from '../disk/clock.ts'

/** What was not used in this time is not saved up. */
const WINDOW_MS = 1_000

/** Keeps the process below a share of one processor (100 is all of it), by resting as long as it takes. */
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
