import { setTimeout as sleep } from 'node:timers/promises'

/** Polls every `everyMs` until the result is true; false after `withinMs`. */
export async function waitUntil(
  isTrue: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 50 }: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  const end = Date.now() + withinMs
  while (!(await isTrue())) {
    if (Date.now() >= end) return false
    await sleep(everyMs)
  }
  return true
}
