import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../../harness/processor-time.ts'

/** The kernel's accounting has a resolution of 10 ms. */
export const LEAST_MS = 10

/** The parallelism that the estimate assumes: half of the processors. */
export function parallelism(): number {
  return Math.max(1, availableParallelism() / 2)
}

/** The CPU share of an idle process. */
export async function idleShare(pid: number, milliseconds: number): Promise<number> {
  const before = cpuSeconds(pid)
  await sleep(milliseconds)
  return ((cpuSeconds(pid) - before) * 1_000) / milliseconds
}

/** Otherwise repeated searches would be answered from a cache. */
export async function clearCaches(engineUrl: string): Promise<void> {
  const response = await fetch(`${engineUrl}/_cache/clear?request=true&query=true`, { method: 'POST' })
  if (!response.ok) throw new Error(`the caches could not be cleared: ${response.status}`)
}
