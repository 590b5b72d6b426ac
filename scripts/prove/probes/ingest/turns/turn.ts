import { quantile } from '../../../harness/quantile.ts'

/** The result of one turn of one contestant. */
export interface Turn {
  perSecond: number
  /** CPU time by process group, microseconds per event, until the last event was searchable. */
  stages: Record<string, number>
  /** CPU time of the engine after that, until its merges ended; microseconds per event. */
  engineAfter?: number
  /** The part of the engine's time in `stages` spent on JIT compilation; microseconds per event. */
  engineCompiler?: number
  /** From arrival to searchable at full load, milliseconds. */
  searchableP99Ms?: number
  /** Bytes on disk per byte of EVE. */
  diskPerByte?: number
}

/** The same events in the same files for every turn. */
export interface TurnLoad {
  folder: string
  files: readonly string[]
  events: number
  /** The total size of the files. */
  bytes: number
  /** The number of the turn, for names. */
  turn: number
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function totalOf({ stages }: Turn): number {
  return Object.values(stages).reduce((sum, each) => sum + each, 0)
}
