import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** Paths in the spool folder. */
export interface SpoolPaths {
  batches: string
  held: string
  files: string
  position: string
  abandoned: string
  losses: string
}

/** Sequences of lines that can never be sent, and the reason. */
export interface AbandonedRange {
  stream: string
  first: number
  last: number
  reason: string
}

export function spoolPaths(folder: string): SpoolPaths {
  return {
    batches: join(folder, 'batches'),
    held: join(folder, 'held'),
    files: join(folder, 'files.json'),
    position: join(folder, 'position.json'),
    abandoned: join(folder, 'abandoned.json'),
    losses: join(folder, 'losses.json'),
  }
}

export function batchPath(folder: string, serial: number): string {
  return join(folder, `${String(serial).padStart(12, '0')}.batch`)
}

export function randomStream(): string {
  return randomBytes(16).toString('hex')
}
