import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of threads so far, in milliseconds. */
type ThreadTimes = ReadonlyMap<string, number>

/** The kernel cuts names at 15 characters: these are the threads that serve requests and search. */
const WORKER = /^opensearch\[/

/**
 * CPU time of the tasks of the engine: that of its worker threads. The engine tells `resource_stats` of running tasks only;
 * those of a search are gone when it answers. Compilers and garbage collectors have threads of their own, which are left
 * out.
 */
export function workerTimes(pid: number): ThreadTimes {
  const folder = `/proc/${pid}/task`
  const times = new Map<string, number>()
  for (const thread of readdirSync(folder)) {
    try {
      if (!WORKER.test(readFileSync(`${folder}/${thread}/comm`, 'utf8'))) continue
      // The first number is the nanoseconds on a CPU.
      times.set(thread, Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    } catch {
      // It has ended since the folder was listed: it had nothing to do.
    }
  }
  return times
}

/** Milliseconds of CPU time since the threads were read before. */
export function workerMsSince(pid: number, before: ThreadTimes): number {
  let sum = 0
  for (const [thread, ms] of workerTimes(pid)) sum += ms - (before.get(thread) ?? 0)
  return sum
}
