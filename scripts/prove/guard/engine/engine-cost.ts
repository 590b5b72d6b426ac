import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../../harness/processor-time.ts'

/** The kernel counts in hundredths of a second. */
export const LEAST_MS = 10

/** By how many the estimate divides the work: half of the processors. */
export function lanes(): number {
  return Math.max(1, availableParallelism() / 2)
}

/** What a process that has nothing to do uses of a processor. */
export async function idleShare(pid: number, milliseconds: number): Promise<number> {
  const before = cpuSeconds(pid)
  await sleep(milliseconds)
  return ((cpuSeconds(pid) - before) * 1_000) / milliseconds
}

/** What was asked before would be answered from memory. */
export async function clearCaches(engineUrl: string): Promise<void> {
  const response = await fetch(`${engineUrl}/_cache/clear?request=true&query=true`, { method: 'POST' })
  if (!response.ok) throw new Error(`the caches could not be cleared: ${response.status}`)
}
