import { readFileSync } from 'node:fs'

/** The memory that a process has now; undefined for one that is gone. */
export function residentMebibytes(pid: number): number | undefined {
  try {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes ? Math.round(Number(kibibytes) / 1_024) : undefined
  } catch {
    return undefined
  }
}
