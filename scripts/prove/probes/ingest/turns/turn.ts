import { quantile } from '../../../harness/quantile.ts'

/** What one turn of one contestant gave. */
export interface Turn {
  perSecond: number
  /** Processor time by process group, microseconds per event, until the last event was searchable. */
  stages: Record<string, number>
  /** Processor time of the engine after that, until its merges ended; microseconds per event. */
  engineAfter?: number
  /** Of the engine's time in `stages`, what it spent on compiling its own code; microseconds per event. */
  engineCompiler?: number
  /** From arrival to searchable at full load, milliseconds. */
  searchableP99Ms?: number
  /** Bytes on disk for each byte of EVE. */
  diskPerByte?: number
}

/** The same events in the same files for every turn. */
export interface TurnLoad {
  folder: string
  files: readonly string[]
  events: number
  /** Of the files. */
  bytes: number
  /** Number of the turn, for names. */
  turn: number
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function totalOf({ stages }: Turn): number {
  return Object.values(stages).reduce((sum, each) => sum + each, 0)
}
