import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Identifies a process, so that another one with the same pid is never confused with it. */
export interface ProcessRecord {
  pid: number
  /**
   * Clock ticks between the start of the machine and of the process. Together with `bootId` and the pid it is unique.
   */
  startTicks: number
  bootId: string
}

/** The kernel's record of a running process; undefined once it has ended, reaped or not. */
function identify(pid: number): ProcessRecord | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain anything, so count the fields from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { pid, startTicks: Number(fields[19]), bootId }
  } catch {
    return undefined
  }
}

/** Records the process in a file. Returns false if it has already ended. */
export function recordProcess(file: string, pid: number): boolean {
  const record = identify(pid)
  if (!record) return false
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`)
  renameSync(`${file}.new`, file)
  return true
}

/** The pid of the recorded process while that same process runs. */
export function recordedPid(file: string): number | undefined {
  const record = readRecord(file)
  const now = record && identify(record.pid)
  return now && now.startTicks === record.startTicks && now.bootId === record.bootId ? record.pid : undefined
}

/** Undefined if there is no record, or it is damaged. */
function readRecord(file: string): ProcessRecord | undefined {
  try {
    const { pid, startTicks, bootId }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
    const isWhole = typeof pid === 'number' && typeof startTicks === 'number' && typeof bootId === 'string'
    return isWhole ? { pid, startTicks, bootId } : undefined
  } catch {
    return undefined
  }
}

/** Deletes the record. */
export function forgetProcess(file: string): void {
  rmSync(file, { force: true })
}
