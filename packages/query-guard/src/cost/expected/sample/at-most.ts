import type { Query } from '../../../query/query-tree.ts'
import { shouldRule } from './match-query.ts'

/** The most documents that a query can match, if its form alone determines it: those of a list of ids. */
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
