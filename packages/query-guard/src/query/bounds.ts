import { EVERYTHING, hull, type Interval, meet, NOTHING } from '../time/interval.ts'
import type { BoolQuery, Query } from './query-tree.ts'

/**
 * The interval of a field's values that contains every document a query matches. May be too wide: `must_not` and
 * optional `should` clauses do not narrow it.
 */
export function boundsOf(query: Query | undefined, field: string): Interval {
  if (!query) return EVERYTHING
  if (query.kind === 'bool') return boundsOfBool(query, field)
  if (query.kind === 'scoring') return join(query.inner, field, NOTHING, hull)
  if (query.type === 'match_none') return NOTHING
  return query.bound?.field === field ? query.bound.interval : EVERYTHING
}

function boundsOfBool({ clauses }: BoolQuery, field: string): Interval {
  const [must, filter] = [clauses.get('must'), clauses.get('filter')]
  if (must || filter) return join(filter, field, join(must, field, EVERYTHING, meet), meet)
  // Without other required clauses, one of these must match.
  const should = clauses.get('should')
  return should ? join(should, field, NOTHING, hull) : EVERYTHING
}

function join(
  queries: readonly Query[] | undefined,
  field: string,
  start: Interval,
  both: (one: Interval, other: Interval) => Interval,
): Interval {
  return queries?.reduce((interval, each) => both(interval, boundsOf(each, field)), start) ?? start
}
