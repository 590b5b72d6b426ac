import { EVERYTHING, hull, type Interval, meet, NOTHING } from '../time/interval.ts'
import type { BoolQuery, Query } from './query-tree.ts'

/**
 * The interval of a field's values that contains every document a query matches. May be too wide: `must_not` and
 * optional `should` clauses do not narrow it.
 */
export function boundsOf(query: Query | undefined, field: string): Interval {
  if (!query) return EVERYTHING
  if (query.kind === 'bool') return boundsOfBool(query, field)
  if (query.kind === 'scoring') return query.inner.map((each) => boundsOf(each, field)).reduce(hull, NOTHING)
  if (query.type === 'match_none') return NOTHING
  return query.bound?.field === field ? query.bound.interval : EVERYTHING
}

function boundsOfBool({ clauses }: BoolQuery, field: string): Interval {
  const required = [...(clauses.get('must') ?? []), ...(clauses.get('filter') ?? [])]
  if (required.length > 0) return required.map((each) => boundsOf(each, field)).reduce(meet, EVERYTHING)
  // Without other required clauses, one of these must match.
  const should = clauses.get('should') ?? []
  return should.length > 0 ? should.map((each) => boundsOf(each, field)).reduce(hull, NOTHING) : EVERYTHING
}
