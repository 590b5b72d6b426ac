import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU time of a process so far, from the kernel. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** CPU time that a Java process has spent on JIT compilation: a part of `cpuSeconds` that ends with time. */
export function compilerSeconds(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      if (!/^C[12] Compiler/.test(readFileSync(`${folder}/comm`, 'utf8'))) continue
      nanoseconds += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread has ended.
    }
  }
  return nanoseconds / 1e9
}
