import type { Interval } from '../time/interval.ts'
import type { CostInputs, DocumentSpan } from './cost.ts'

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
export function loadOf(inputs: CostInputs, times: Interval): Load {
  const { cores } = inputs
  const count = Math.max(1, inputs.shards)
  const documents = spansOf(inputs).reduce((sum, span) => sum + span.documents * shareOf(times, span), 0)
  return {
    documents,
    shards: count,
    shardsAtOnce: Math.min(count, Math.max(1, cores)),
    documentsPerShard: documents / count,
    // The other half of the processors belongs to others.
    lanes: Math.max(1, Math.min(cores / 2, count)),
  }
}

function spansOf({ documents, oldest, newest, spans }: CostInputs): readonly DocumentSpan[] {
  return spans ?? [{ documents, from: oldest ?? -Infinity, to: newest ?? Infinity }]
}

/** Which part of a span lies in the times; all of one whose times are not known. */
function shareOf(times: Interval, { from, to }: DocumentSpan): number {
  if (times.from > times.to) return 0
  const overlap = Math.min(times.to, to) - Math.max(times.from, from)
  if (overlap < 0) return 0
  const length = to - from
  return length > 0 && Number.isFinite(length) ? overlap / length : 1
}
