import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../body/body-tree.ts'
import type { Query } from '../query/query-tree.ts'

/** The counts of a body that have limits. */
export interface Counts {
  /** Nesting depth of queries. */
  queryDepth: number
  /** Clauses of all queries, including those of aggregations and of post_filter. */
  queryClauses: number
  aggregationDepth: number
  aggregations: number
  /** Buckets of all levels: sizes multiplied along each branch, as the engine counts them. */
  buckets: number
  /** The largest number of parent buckets of a cardinality aggregation. */
  cardinalityParentBuckets: number
  percentilesParentBuckets: number
  topHitsParentBuckets: number
}

/** An aggregation and its position. */
export interface Placed {
  node: Aggregation
  depth: number
  /** Its parent buckets: in the answer, and on each shard before the merge. */
  parents: number
  shardParents: number
}

/** Counts the parts of a body. */
export function countBody({ query, postFilter, aggregations }: BodyTree): Counts {
  const counts: Counts = {
    queryDepth: 0,
    queryClauses: 0,
    aggregationDepth: 0,
    aggregations: 0,
    buckets: bucketsOf(aggregations),
    cardinalityParentBuckets: 0,
    percentilesParentBuckets: 0,
    topHitsParentBuckets: 0,
  }
  const addQuery = (each: Query) => {
    counts.queryDepth = Math.max(counts.queryDepth, depthOf(each))
    counts.queryClauses += clausesOf(each)
  }
  if (query) addQuery(query)
  if (postFilter) addQuery(postFilter)
  for (const { node, depth, parents } of flatten(aggregations)) {
    node.kind.queries.forEach(addQuery)
    counts.aggregations += 1
    counts.aggregationDepth = Math.max(counts.aggregationDepth, depth)
    // By type, not by effort: with "missing" even an unknown field costs as much as any other.
    const measure = PARENTS[node.kind.type]
    if (measure) counts[measure] = Math.max(counts[measure], parents)
  }
  return counts
}

/** The counts of parents by the type of the aggregation inside them. */
const PARENTS: Readonly<Record<string, keyof Counts>> = {
  cardinality: 'cardinalityParentBuckets',
  percentiles: 'percentilesParentBuckets',
  percentile_ranks: 'percentilesParentBuckets',
  top_hits: 'topHitsParentBuckets',
}

/** Every aggregation of a body, with its position. */
export function flatten(aggregations: readonly Aggregation[]): Placed[] {
  const all: Placed[] = []
  place(aggregations, 1, 1, 1, all)
  return all
}

function place(level: readonly Aggregation[], depth: number, parents: number, shardParents: number, all: Placed[]) {
  for (const node of level) {
    all.push({ node, depth, parents, shardParents })
    place(node.children, depth + 1, parents * node.kind.buckets, shardParents * node.kind.shardBuckets, all)
  }
}

/** The queries directly inside one. */
export function innerQueries(query: Query): Query[] {
  if (query.kind === 'leaf') return []
  if (query.kind === 'scoring') return query.inner
  const inner: Query[] = []
  for (const clause of query.clauses.values()) inner.push(...clause)
  return inner
}

function depthOf(query: Query): number {
  if (query.kind === 'leaf') return 1
  let deepest = 0
  for (const inner of innerQueries(query)) deepest = Math.max(deepest, depthOf(inner))
  return deepest + 1
}

function clausesOf(query: Query): number {
  if (query.kind === 'leaf') return query.weight
  return innerQueries(query).reduce((sum, each) => sum + clausesOf(each), 0)
}

function bucketsOf(aggregations: readonly Aggregation[]): number {
  return aggregations.reduce((sum, { kind, children }) => {
    const inner = bucketsOf(children)
    return sum + (kind.role === 'buckets' ? kind.buckets * (1 + inner) : inner)
  }, 0)
}
