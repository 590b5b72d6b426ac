import { rawInteger } from '../json/raw-integer.ts'
import type { Scalar } from '../value.ts'
import type { Query } from './query-tree.ts'

/** A piece of the new body. */
export type Built = Record<string, unknown>

/** Writes a query anew; every key comes from here or is a checked field name. */
export function buildQuery(query: Query): Built {
  switch (query.type) {
    case 'bool':
      return { bool: buildBool(query) }
    case 'match':
      return { match: on(query.field, buildMatch(query)) }
    case 'match_phrase':
    case 'term':
    case 'prefix':
    case 'wildcard':
      return { [query.type]: on(query.field, build(query.value)) }
    case 'terms':
      return { terms: on(query.field, query.values.map(build)) }
    case 'range':
      return { range: on(query.field, buildRange(query)) }
    case 'exists':
      return { exists: { field: query.field } }
    case 'ids':
      return { ids: { values: query.values } }
    default: {
      const bare: 'match_all' | 'match_none' = query.type
      return { [bare]: {} }
    }
  }
}

/** A value for the new body. */
export function build(value: Scalar): unknown {
  return typeof value === 'bigint' ? rawInteger(value) : value
}

function buildBool({ clauses, minimumShouldMatch, boost }: Extract<Query, { type: 'bool' }>): Built {
  const built: Built = {}
  for (const [clause, queries] of clauses) built[clause] = queries.map(buildQuery)
  if (minimumShouldMatch !== undefined) built.minimum_should_match = minimumShouldMatch
  if (boost !== undefined) built.boost = boost
  return built
}

function buildMatch({ value, operator }: Extract<Query, { type: 'match' }>): unknown {
  return operator ? { query: build(value), operator } : build(value)
}

function buildRange({ bounds, format, zone }: Extract<Query, { type: 'range' }>): Built {
  const built: Built = {}
  for (const [bound, value] of bounds) built[bound] = build(value)
  if (format !== undefined) built.format = format
  if (zone !== undefined) built.time_zone = zone
  return built
}

function on(field: string, value: unknown): Built {
  return { [field]: value }
}
