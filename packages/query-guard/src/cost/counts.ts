import { type Aggregation, DEFAULT_BUCKETS } from '../aggregation/aggregation-tree.ts'
import type { BodyTree } from '../body/body-tree.ts'
import type { Query } from '../query/query-tree.ts'

/** What a body is made of, as far as it is counted against a limit. */
export interface Counts {
  /** Levels of queries inside queries. */
  queryDepth: number
  /** Clauses over all queries, those of filter aggregations among them. */
  queryClauses: number
  aggregationDepth: number
  aggregations: number
  /** Buckets of the innermost aggregations: the product of the sizes down each branch, summed over the branches. */
  buckets: number
  /** The largest number of buckets that one cardinality aggregation is counted for. */
  cardinalityParentBuckets: number
}

/** Counts what a body that the grammar has read is made of. */
export function countBody({ query, aggregations }: BodyTree): Counts {
  const all = flatten(aggregations, 1, 1)
  const queries = [query, ...all.map(({ node }) => (node.kind.type === 'filter' ? node.kind.query : undefined))]
  const present = queries.filter((each) => each !== undefined)
  return {
    queryDepth: present.reduce((deepest, each) => Math.max(deepest, depthOf(each)), 0),
    queryClauses: present.reduce((sum, each) => sum + clausesOf(each), 0),
    aggregationDepth: all.reduce((deepest, each) => Math.max(deepest, each.depth), 0),
    aggregations: all.length,
    buckets: bucketsOf(aggregations),
    cardinalityParentBuckets: all.reduce(
      (most, { node, parents }) => (node.kind.type === 'cardinality' ? Math.max(most, parents) : most),
      0,
    ),
  }
}

function depthOf(query: Query): number {
  if (query.type !== 'bool') return 1
  let deepest = 0
  for (const inner of [...query.clauses.values()].flat()) deepest = Math.max(deepest, depthOf(inner))
  return deepest + 1
}

function clausesOf(query: Query): number {
  if (query.type !== 'bool') return query.weight
  return [...query.clauses.values()].flat().reduce((sum, each) => sum + clausesOf(each), 0)
}

interface Placed {
  node: Aggregation
  depth: number
  /** Buckets around the node. */
  parents: number
}

function flatten(aggregations: readonly Aggregation[], depth: number, parents: number): Placed[] {
  return aggregations.flatMap((node) => [
    { node, depth, parents },
    ...flatten(node.children, depth + 1, parents * sizeOf(node)),
  ])
}

function bucketsOf(aggregations: readonly Aggregation[]): number {
  return aggregations.reduce((sum, each) => {
    const inner = bucketsOf(each.children)
    const makesBuckets = each.kind.type === 'terms' || each.kind.type === 'composite'
    return sum + (makesBuckets ? sizeOf(each) * Math.max(1, inner) : inner)
  }, 0)
}

function sizeOf({ kind }: Aggregation): number {
  return kind.type === 'terms' || kind.type === 'composite' ? (kind.size ?? DEFAULT_BUCKETS) : 1
}
