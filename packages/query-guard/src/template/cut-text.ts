import { buildAggregations } from '../aggregation/build-aggregation.ts'
import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import { buildBody } from '../body/build-body.ts'
import type { BodyTree } from '../body/body-tree.ts'
import type { LeafQuery } from '../query/query-tree.ts'
import { withLeaves } from './query-leaves.ts'

/** The text of a new body, cut where its times are. */
export interface CutText {
  /** The text before the first cut, between the cuts, and after the last one. */
  fixed: readonly string[]
  /** What to write at each cut: the index of a range query, or the aggregations. */
  cuts: readonly number[]
}

const AGGREGATIONS = -1
/** No field or aggregation of an accepted body has this name. If one had, `makeTemplate` would notice. */
const MARK = '\u0000'
const MARKED = /\{"\\u0000":(-?\d+)\}/

/** Cuts the text of a body at its range queries, and at its aggregations if they depend on times. */
export function cutText(
  tree: BodyTree,
  kind: 'search' | 'count',
  ranges: readonly LeafQuery[],
  isAggregationsRead: boolean,
): CutText {
  const marks = new Map(ranges.map((range, index) => [range, { ...range, body: { [MARK]: index } }]))
  const { query, postFilter } = tree
  const marked = { ...tree, query: withLeaves(query, marks), postFilter: withLeaves(postFilter, marks) }
  const body = buildBody(marked, kind)
  if (isAggregationsRead && body.aggs) body.aggs = { [MARK]: AGGREGATIONS }
  const pieces = JSON.stringify(body).split(MARKED)
  return {
    fixed: pieces.filter((_, at) => at % 2 === 0),
    cuts: pieces.filter((_, at) => at % 2 === 1).map(Number),
  }
}

/** The text of a body with these range queries and aggregations. */
export function fillText(
  { fixed, cuts }: CutText,
  ranges: readonly LeafQuery[],
  aggregations: readonly Aggregation[],
): string {
  let text = fixed[0] ?? ''
  for (const [at, cut] of cuts.entries()) {
    text += JSON.stringify(cut === AGGREGATIONS ? buildAggregations(aggregations) : ranges[cut]?.body)
    text += fixed[at + 1]
  }
  return text
}
