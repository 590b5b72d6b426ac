import { EVERYTHING, hull, type Interval, meet, NOTHING } from '../time/interval.ts'
import type { BoolQuery, Query } from './query-tree.ts'

/**
 * Between which values of a field every document lies that a query finds. Wide rather than exact: what `must_not` takes
 * away is not taken away here, nor what an optional `should` asks for.
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
  // Where nothing else is required, one of these has to match.
  const should = clauses.get('should') ?? []
  return should.length > 0 ? should.map((each) => boundsOf(each, field)).reduce(hull, NOTHING) : EVERYTHING
}
