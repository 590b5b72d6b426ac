import type { Interval } from '../time/interval.ts'
import type { CostInputs } from './cost.ts'

/** What a body has to get through. */
export interface Load {
  /** Documents that its times let through. */
  documents: number
  shards: number
  /** Shards that are worked on at the same time, each with its documents in hand. */
  shardsAtOnce: number
  documentsAtOnce: number
  /** Documents of the shard that has most of them. */
  largestShard: number
  /** How many parts of the work go on side by side. */
  lanes: number
}

/** Works out what a body has to get through, from the indexes that it is for and the times that it asks about. */
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
    // The other half of the processors belongs to others. Of all shards: a wider range makes no body cheaper.
    lanes: Math.max(1, Math.min(cores / 2, all)),
  }
}

/** The share of the documents in the times, if they lie evenly between oldest and newest; all where either is not given. */
function shareOf({ oldest = -Infinity, newest = Infinity }: CostInputs, times: Interval): number {
  if (times.from > times.to) return 0
  const overlap = Math.min(times.to, newest) - Math.max(times.from, oldest)
  if (overlap < 0) return 0
  const length = newest - oldest
  return length > 0 && Number.isFinite(length) ? overlap / length : 1
}
