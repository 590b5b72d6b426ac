import type { Query } from '../query/query-tree.ts'

/** The queries without inner queries. */
export function leavesOf(query: Query | undefined): Query[] {
  if (!query) return []
  if (query.kind === 'leaf') return [query]
  const inner = query.kind === 'bool' ? [...query.clauses.values()].flat() : query.inner
  return inner.flatMap(leavesOf)
}

/** A query with other leaves in place of some. */
export function withLeaves<T extends Query | undefined>(query: T, leaves: ReadonlyMap<Query, Query>): T
export function withLeaves(query: Query | undefined, leaves: ReadonlyMap<Query, Query>): Query | undefined {
  if (!query) return undefined
  if (query.kind === 'leaf') return leaves.get(query) ?? query
  if (query.kind === 'scoring') return { ...query, inner: query.inner.map((each) => withLeaves(each, leaves)) }
  const clauses = new Map(
    [...query.clauses].map(([name, inner]) => [name, inner.map((each) => withLeaves(each, leaves))] as const),
  )
  return { ...query, clauses }
}
