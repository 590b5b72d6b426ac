import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../body/body-tree.ts'
import type { Query } from '../query/query-tree.ts'

/** What a body is made of, as far as it is counted against a limit. */
export interface Counts {
  /** Levels of queries inside queries. */
  queryDepth: number
  /** Clauses over all queries, those of aggregations and of the post_filter among them. */
  queryClauses: number
  aggregationDepth: number
  aggregations: number
  /** Buckets of all levels: sizes multiplied down each branch, as the engine counts them. */
  buckets: number
  /** The largest number of buckets that one of these is worked out in. */
  cardinalityParentBuckets: number
  percentilesParentBuckets: number
  topHitsParentBuckets: number
}

/** An aggregation and where it stands. */
export interface Placed {
  node: Aggregation
  depth: number
  /** Buckets around it: in the answer, and on each shard before. */
  parents: number
  shardParents: number
}

/** Counts what a body that the grammar has read is made of. */
export function countBody({ query, postFilter, aggregations }: BodyTree): Counts {
  const all = flatten(aggregations)
  const queries = [query, postFilter].filter((each) => each !== undefined)
  for (const { node } of all) queries.push(...node.kind.queries)
  // By type, and not by effort: with "missing" even a field that no one has costs what any other does.
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

/** Every aggregation of a body, with what stands around it. */
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
