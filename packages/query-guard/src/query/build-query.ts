import { rawInteger } from '../json/raw-integer.ts'
import type { Scalar } from '../value.ts'
import type { BoolQuery, Built, Query, ScoringQuery } from './query-tree.ts'

/** Builds a query for the new body. */
export function buildQuery(query: Query): Built {
  if (query.kind === 'leaf') return { [query.type]: query.body }
  return query.kind === 'bool' ? { bool: buildBool(query) } : { [query.type]: buildScoring(query) }
}

/** A value for the new body. */
export function build(value: Scalar): unknown {
  return typeof value === 'bigint' ? rawInteger(value) : value
}

/** The given options; absent ones leave no key. */
export function given(options: Built): Built {
  const built: Built = {}
  for (const key in options) if (options[key] !== undefined) built[key] = options[key]
  return built
}

function buildBool({ clauses, minimumShouldMatch, boost }: BoolQuery): Built {
  const built: Built = {}
  for (const [clause, queries] of clauses) built[clause] = queries.map(buildQuery)
  if (minimumShouldMatch !== undefined) built.minimum_should_match = minimumShouldMatch
  if (boost !== undefined) built.boost = boost
  return built
}

function buildScoring({ type, inner, boost, tieBreaker }: ScoringQuery): Built {
  const queries = inner.map(buildQuery)
  const content = type === 'constant_score' ? { filter: queries[0] } : { queries, tie_breaker: tieBreaker }
  return given({ ...content, boost })
}
