import type { Query } from '../../../query/query-tree.ts'
import { shouldRule } from './match-query.ts'

/** The most documents that a query finds, where its form alone tells: those of so many ids. */
export function atMost(query: Query): number {
  if (query.kind === 'leaf') return query.condition?.kind === 'few' ? query.condition.documents : Infinity
  if (query.kind === 'scoring') return sumOf(query.inner)
  const { clauses } = query
  const required = [...(clauses.get('must') ?? []), ...(clauses.get('filter') ?? [])].map(atMost)
  const should = clauses.get('should') ?? []
  return Math.min(...required, should.length > 0 && shouldRule(query) === 'required' ? sumOf(should) : Infinity)
}

function sumOf(queries: readonly Query[]): number {
  return queries.reduce((sum, each) => sum + atMost(each), 0)
}
