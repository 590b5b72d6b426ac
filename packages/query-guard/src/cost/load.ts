import type { Interval } from '../time/interval.ts'
import type { CostInputs } from './cost.ts'

/** What a body has to get through. */
export interface Load {
  /** Documents that its times let through. */
  documents: number
  shards: number
  /** Shards that are worked on at the same time, each with its documents in hand. */
  shardsAtOnce: number
  documentsPerShard: number
  /** How many parts of the work go on side by side. */
  lanes: number
}

/** Works out what a body has to get through, from the indexes that it is for and the times that it asks about. */
export function loadOf({ documents, shards, cores, oldest, newest }: CostInputs, times: Interval): Load {
  const count = Math.max(1, shards)
  const matched = documents * shareOf(times, oldest, newest)
  return {
    documents: matched,
    shards: count,
    shardsAtOnce: Math.min(count, Math.max(1, cores)),
    documentsPerShard: matched / count,
    // The other half of the processors belongs to others.
    lanes: Math.max(1, Math.min(cores / 2, count)),
  }
}

/** Which part of the documents lies in the times, if they lie evenly. */
function shareOf(times: Interval, oldest: number | undefined, newest: number | undefined): number {
  if (times.from > times.to) return 0
  if (oldest === undefined || newest === undefined || newest <= oldest) return 1
  const overlap = Math.min(times.to, newest) - Math.max(times.from, oldest)
  return Math.min(1, Math.max(0, overlap / (newest - oldest)))
}
