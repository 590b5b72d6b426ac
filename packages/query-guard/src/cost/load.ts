import type { Interval } from '../time/interval.ts'
import type { CostInputs } from './cost.ts'

/** The amount of work of a body. */
export interface Load {
  /** Documents in its time range. */
  documents: number
  shards: number
  /** Shards that are searched concurrently, each with its documents in memory. */
  shardsAtOnce: number
  documentsAtOnce: number
  /** Documents of the largest shard. */
  largestShard: number
  /** How many parts of the work run in parallel. */
  parallelism: number
}

/** Computes the load of a body from its indexes and its time range. */
export function loadOf(inputs: CostInputs, times: Interval): Load {
  const { cores, timeline } = inputs
  const all = Math.max(1, inputs.shards)
  const documents = timeline ? timeline.documentsIn(times) : inputs.documents * shareOf(inputs, times)
  const shards = timeline ? Math.max(1, timeline.shardsIn(times)) : all
  const shardsAtOnce = Math.min(shards, Math.max(1, cores))
  const largestShard = Math.min(documents, timeline?.largestShard ?? documents / all)
  return {
    documents,
    shards,
    shardsAtOnce,
    documentsAtOnce: Math.min(documents, shardsAtOnce * largestShard),
    largestShard,
    // Leave the other half of the cores to other work. Use all shards, so that a wider range never makes a body
    // cheaper.
    parallelism: Math.max(1, Math.min(cores / 2, all)),
  }
}

/**
 * The share of the documents in the time range, if they are spread evenly between oldest and newest; all if either is
 * unknown.
 */
function shareOf({ oldest = -Infinity, newest = Infinity }: CostInputs, times: Interval): number {
  if (times.from > times.to) return 0
  const overlap = Math.min(times.to, newest) - Math.max(times.from, oldest)
  if (overlap < 0) return 0
  const length = newest - oldest
  return length > 0 && Number.isFinite(length) ? overlap / length : 1
}
