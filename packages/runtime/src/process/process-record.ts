import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A process, named so that another one with the same number is never taken for it. */
export interface ProcessRecord {
  pid: number
  /** Clock ticks between the machine's start and the process's; with `bootId` no two processes share it and a pid. */
  startTicks: number
  bootId: string
}

/** What the kernel knows of a living process; nothing once it has ended, reaped or not. */
function identify(pid: number): ProcessRecord | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold anything, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { pid, startTicks: Number(fields[19]), bootId }
  } catch {
    return undefined
  }
}

/** Writes down which process is meant. Answers false if it has already ended. */
export function recordProcess(file: string, pid: number): boolean {
  const record = identify(pid)
  if (!record) return false
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(record)}\n`)
  renameSync(`${file}.new`, file)
  return true
}

/** The pid of the recorded process while that very process lives. */
export function recordedPid(file: string): number | undefined {
  const record = readRecord(file)
  const now = record && identify(record.pid)
  return now && now.startTicks === record.startTicks && now.bootId === record.bootId ? record.pid : undefined
}

/** Nothing when there is no record, or when it is damaged. */
function readRecord(file: string): ProcessRecord | undefined {
  try {
    const { pid, startTicks, bootId }: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
    const isWhole = typeof pid === 'number' && typeof startTicks === 'number' && typeof bootId === 'string'
    return isWhole ? { pid, startTicks, bootId } : undefined
  } catch {
    return undefined
  }
}

/** Forgets the process. */
export function forgetProcess(file: string): void {
  rmSync(file, { force: true })
}
