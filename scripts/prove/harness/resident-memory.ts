import { readFileSync } from 'node:fs'

/** The resident memory of a process; undefined if it has ended. */
export function residentMebibytes(pid: number): number | undefined {
  try {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes ? Math.round(Number(kibibytes) / 1_024) : undefined
  } catch {
    return undefined
  }
}
