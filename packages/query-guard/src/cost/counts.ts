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
  const all = flatten(aggregations)
  const queries = [query, postFilter].filter((each) => each !== undefined)
  for (const { node } of all) queries.push(...node.kind.queries)
  // By type, not by effort: with "missing" even an unknown field costs as much as any other.
  const mostParents = (...types: string[]) =>
    all.reduce((most, { node, parents }) => (types.includes(node.kind.type) ? Math.max(most, parents) : most), 0)
  return {
    queryDepth: queries.reduce((deepest, each) => Math.max(deepest, depthOf(each)), 0),
    queryClauses: queries.reduce((sum, each) => sum + clausesOf(each), 0),
    aggregationDepth: all.reduce((deepest, each) => Math.max(deepest, each.depth), 0),
    aggregations: all.length,
    buckets: bucketsOf(aggregations),
    cardinalityParentBuckets: mostParents('cardinality'),
    percentilesParentBuckets: mostParents('percentiles', 'percentile_ranks'),
    topHitsParentBuckets: mostParents('top_hits'),
  }
}

/** Every aggregation of a body, with its position. */
export function flatten(aggregations: readonly Aggregation[], depth = 1, parents = 1, shardParents = 1): Placed[] {
  return aggregations.flatMap((node) => [
    { node, depth, parents, shardParents },
    ...flatten(node.children, depth + 1, parents * node.kind.buckets, shardParents * node.kind.shardBuckets),
  ])
}

/** The queries directly inside one. */
export function innerQueries(query: Query): Query[] {
  if (query.kind === 'leaf') return []
  return query.kind === 'bool' ? [...query.clauses.values()].flat() : query.inner
}

function depthOf(query: Query): number {
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
