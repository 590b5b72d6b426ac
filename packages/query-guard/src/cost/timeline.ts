import { hull, type Interval, NOTHING } from '../time/interval.ts'
import type { DocumentSpan, IndexProfile, Timeline } from './cost.ts'
import { cumulate, type Cumulated } from './cumulate.ts'

/** How many of the earliest and of the latest documents may be counted individually, as outliers. */
const OUTLIERS = [0, 1, 10, 100, 1_000] as const

/**
 * Indexes the times of documents for range queries. A span that touches the range counts fully: a result is never too
 * low, and too high by at most two spans per index. Every result is monotonic in the range.
 */
export function createTimeline(indexes: readonly IndexProfile[]): Timeline {
  const fresh = indexes.reduce((sum, each) => sum + each.fresh, 0)
  const spans = indexes.flatMap((each) => each.spans)
  const begins = cumulate(spans, (span) => span.from, documentsOf)
  const ends = cumulate(spans, (span) => span.to, documentsOf)
  const askable = indexes.filter(({ asked }) => asked.from <= asked.to)
  const opens = cumulate(askable, ({ asked }) => asked.from, shardsOf)
  const closes = cumulate(askable, ({ asked }) => asked.to, shardsOf)

  const freshest = Math.max(0, ...indexes.map((each) => each.fresh))
  // Most of thousands of indexes can be skipped at once.
  const hulls = indexes.map((profile) => ({ ...profile.spans.reduce<Interval>(hull, NOTHING), profile }))

  function documentsIn(times: Interval): number {
    return times.from > times.to ? 0 : fresh + touching(begins, ends, times)
  }

  return {
    largestShard: Math.max(0, ...indexes.map(perShard)),
    documentsIn,
    shardsIn: (times) => (times.from > times.to ? 0 : touching(opens, closes, times)),

    bucketsIn(times, width, unknown) {
      let fewest = documentsIn(times)
      for (const early of OUTLIERS) {
        const from = Math.max(times.from, known(begins.keyAfter(early), -Infinity, unknown.from))
        for (const late of OUTLIERS) {
          const to = Math.min(times.to, known(ends.keyBefore(late), Infinity, unknown.to))
          fewest = Math.min(fewest, early + late + (from > to ? 0 : bucketsBetween(from, to, width)))
        }
      }
      return fewest
    },

    indexBucketsIn(times, width) {
      let most = 0
      for (const { from, to, profile } of hulls) {
        if (to < times.from || from > times.to) continue
        most = Math.max(most, profile.fresh + bucketsOf(profile.spans, times, width))
      }
      return Math.max(most, freshest)
    },
  }
}

const documentsOf = ({ documents }: DocumentSpan) => documents
const shardsOf = ({ shards }: IndexProfile) => shards

/** All spans except those that end before the range or begin after it. */
function touching(begins: Cumulated, ends: Cumulated, { from, to }: Interval): number {
  return begins.sumUpTo(to) - ends.sumBelow(from)
}

function perShard({ spans, fresh, shards }: IndexProfile): number {
  return (spans.reduce((sum, each) => sum + each.documents, 0) + fresh) / Math.max(1, shards)
}

/** Buckets that the documents of one index fill: at most as many as documents, and as fit between two times. */
function bucketsOf(spans: readonly DocumentSpan[], times: Interval, width: number): number {
  let each = 0
  let [first, last] = [Infinity, -Infinity]
  for (const { from, to, documents } of spans) {
    if (to < times.from || from > times.to) continue
    const [begin, end] = [Math.max(from, times.from), Math.min(to, times.to)]
    each += Math.min(documents, bucketsBetween(begin, end, width))
    first = Math.min(first, begin)
    last = Math.max(last, end)
  }
  return first > last ? 0 : Math.min(each, bucketsBetween(first, last, width))
}

/** Both bounds may be inside a bucket. */
function bucketsBetween(from: number, to: number, width: number): number {
  return Math.floor((to - from) / width) + 2
}

/** A bound is infinite while more documents than the outliers have unread times. */
function known(end: number, infinite: number, otherwise: number): number {
  return end === infinite ? otherwise : end
}
