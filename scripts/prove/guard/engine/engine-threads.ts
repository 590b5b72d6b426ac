import { readdirSync, readFileSync } from 'node:fs'

/** CPU time per thread so far, in milliseconds. */
type ThreadTimes = ReadonlyMap<string, number>

/** Threads that serve requests and searches. The kernel truncates names to 15 characters. */
const WORKER = /^opensearch\[/

/**
 * CPU time of the engine's tasks, measured on its worker threads. The engine reports `resource_stats` only for running
 * tasks, and those of a search are gone when it responds. JIT compiler and garbage collector threads are left out.
 */
export function workerTimes(pid: number): ThreadTimes {
  const folder = `/proc/${pid}/task`
  const times = new Map<string, number>()
  for (const thread of readdirSync(folder)) {
    try {
      if (!WORKER.test(readFileSync(`${folder}/${thread}/comm`, 'utf8'))) continue
      // The first number is nanoseconds on a CPU.
      times.set(thread, Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    } catch {
      // The thread ended after the folder was listed: it was idle.
    }
  }
  return times
}

/** CPU milliseconds since the earlier reading. */
export function workerMsSince(pid: number, before: ThreadTimes): number {
  let sum = 0
  for (const [thread, ms] of workerTimes(pid)) sum += ms - (before.get(thread) ?? 0)
  return sum
}
