import { innerQueries } from '../cost/counts.ts'
import type { BoolQuery, Query } from '../query/query-tree.ts'

/** The queries without inner queries. */
export function leavesOf(query: Query | undefined): Query[] {
  if (!query) return []
  return query.kind === 'leaf' ? [query] : innerQueries(query).flatMap(leavesOf)
}

/** A query with other leaves in place of some. */
export function withLeaves<T extends Query | undefined>(query: T, leaves: ReadonlyMap<Query, Query>): T
export function withLeaves(query: Query | undefined, leaves: ReadonlyMap<Query, Query>): Query | undefined {
  if (!query) return undefined
  if (query.kind === 'leaf') return leaves.get(query) ?? query
  if (query.kind === 'scoring') return { ...query, inner: query.inner.map((each) => withLeaves(each, leaves)) }
  const clauses: BoolQuery['clauses'] = new Map()
  for (const [name, inner] of query.clauses) {
    clauses.set(
      name,
      inner.map((each) => withLeaves(each, leaves)),
    )
  }
  return { ...query, clauses }
}
