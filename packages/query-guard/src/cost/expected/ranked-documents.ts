import type { BodyTree } from '../../body/body-tree.ts'
import type { Query } from '../../query/query-tree.ts'
import type { ExpectedLoad } from './expected-load.ts'
import { EXPECTED_WEIGHTS } from './expected-weights.ts'

/** The engine's default limit for counting hits. */
const DEFAULT_COUNTED = 10_000
/** Types whose index gives documents in order; that of IP addresses does not. */
const SKIPPING: ReadonlySet<string | undefined> = new Set(['byte', 'short', 'integer', 'long', 'date', 'keyword'])

/**
 * How many of the matching documents are read to rank hits. Once a shard has counted and ranked enough, it skips
 * documents that cannot be among the first, if an index gives their order.
 */
export function rankedDocuments(tree: BodyTree, { shards }: ExpectedLoad, documents: number, ranked: number): number {
  const { trackTotalHits = DEFAULT_COUNTED, aggregations, collapse, sort } = tree
  if (trackTotalHits === true || aggregations.length > 0 || collapse !== undefined) return documents
  const [first] = sort
  const isSkipped = first ? isInOrder(first) : isFlat(tree.query)
  if (!isSkipped) return documents
  const enough = Math.max(typeof trackTotalHits === 'number' ? trackTotalHits : 0, ranked)
  return Math.min(documents, shards * enough * EXPECTED_WEIGHTS.rankedFactor)
}

function isInOrder({ name, unmappedType, isIndexed }: BodyTree['sort'][number]): boolean {
  return name === '_doc' || (isIndexed === true && SKIPPING.has(unmappedType))
}

/** Whether all matching documents have the same score. */
export function isFlat(query: Query | undefined): boolean {
  if (!query || query.kind === 'leaf') return true
  if (query.kind === 'scoring') return query.type === 'constant_score'
  return !query.clauses.has('must') && !query.clauses.has('should')
}
