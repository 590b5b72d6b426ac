import { readdirSync, readFileSync } from 'node:fs'
import type { StackFolder } from '../../stack/stack-folder.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { cpuSeconds } from './processor-time.ts'

/** CPU seconds so far by stage: our services, the servers behind them, and other named processes. */
export function stageTimes(folder: StackFolder, others: Record<string, readonly number[]>): Record<string, number> {
  const times: Record<string, number> = {}
  const add = (stage: string, pid: number) => {
    times[stage] = (times[stage] ?? 0) + cpuSeconds(pid)
  }
  for (const [name, pid] of livingProcesses(folder)) {
    const stage = name.replace(/-\d+$/, '')
    add(stage, pid)
    // PostgreSQL has one process per connection.
    if (stage === 'postgres') for (const child of childrenOf(pid)) add(stage, child)
  }
  for (const [stage, pids] of Object.entries(others)) for (const pid of pids) add(stage, pid)
  return times
}

/** The difference in microseconds per event, or per whatever was counted. */
export function perEvent(
  before: Record<string, number>,
  after: Record<string, number>,
  events: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).map(([stage, seconds]) => [stage, ((seconds - (before[stage] ?? 0)) * 1e6) / events]),
  )
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
