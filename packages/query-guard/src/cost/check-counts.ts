import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../body/body-tree.ts'
import { at } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import type { Counts } from './counts.ts'

/** The text for each limited count. */
const MEASURES: Record<keyof Counts, { of: 'query' | 'aggs'; say: (found: number) => string }> = {
  queryDepth: { of: 'query', say: (n) => `The query nests ${n} levels, its innermost clause counted` },
  queryClauses: { of: 'query', say: (n) => `The query comes to ${n} clauses` },
  aggregationDepth: { of: 'aggs', say: (n) => `Aggregations nest ${n} levels` },
  aggregations: { of: 'aggs', say: (n) => `There are ${n} aggregations` },
  buckets: { of: 'aggs', say: (n) => `The aggregations come to ${n} buckets, sizes multiplied` },
  cardinalityParentBuckets: { of: 'aggs', say: (n) => `A cardinality is asked for in each of ${n} buckets` },
  percentilesParentBuckets: { of: 'aggs', say: (n) => `Percentiles are asked for in each of ${n} buckets` },
  topHitsParentBuckets: { of: 'aggs', say: (n) => `Top hits are asked for in each of ${n} buckets` },
}
const ALL = Object.entries(MEASURES) as [keyof Counts, (typeof MEASURES)[keyof Counts]][]

/** Rejects a body whose parts are allowed but whose totals would overload the engine. */
export function checkCounts(reading: Reading, counts: Counts, tree: BodyTree, kind: 'search' | 'count'): void {
  for (const [measure, { of, say }] of ALL) {
    if (counts[measure] <= LIMITS[measure]) continue
    const path = at(undefined, of === 'query' && tree.query ? 'query' : tree.aggregationsKey)
    reading.exceed(path, say(counts[measure]), counts[measure], LIMITS[measure])
  }
  const path = at(undefined, tree.aggregationsKey)
  const composites = tree.aggregations.filter(isComposite)
  if (composites.length > 1) {
    const detail = 'Only one composite aggregation goes into a body; send the others on their own.'
    reading.refuse('not-allowed', path, detail)
  }
  if (composites.length > 0 && kind === 'search' && tree.size !== 0) {
    reading.refuse('not-allowed', path, 'A composite aggregation is answered without hits only; write "size": 0.')
  }
  if (tree.aggregations.some(hasCompositeInside)) {
    reading.refuse('not-allowed', path, 'A composite aggregation stands at the top only, not inside another one.')
  }
}

function isComposite({ kind }: Aggregation): boolean {
  return kind.type === 'composite'
}

function hasCompositeInside({ children }: Aggregation): boolean {
  return children.some((each) => isComposite(each) || hasCompositeInside(each))
}
