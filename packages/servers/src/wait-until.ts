import { setTimeout as sleep } from 'node:timers/promises'

/** Asks every `everyMs` until the answer is true; false when `withinMs` has passed. */
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
