import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { readObject, readOptional } from '../shape.ts'
import { readBoost } from './boost.ts'
import type { BoolClause, Query } from './query-tree.ts'

/** Reads a query; passed as a parameter so that `bool` can read its clauses. */
export type QueryReader = (reading: Reading, path: Path, json: Json) => Query | undefined

const CLAUSES: readonly BoolClause[] = ['must', 'filter', 'should', 'must_not']

const BOOL = {
  title: 'a bool query',
  keys: [...CLAUSES, 'minimum_should_match', 'boost'],
  engineKeys: ['adjust_pure_negative', '_name'],
}

/** `bool`: clauses as one query or as a list, which may be empty. */
export function readBool(reading: Reading, path: Path, json: Json, readQuery: QueryReader): Query | undefined {
  const object = readObject(reading, path, json, BOOL)
  if (!object) return undefined
  const clauses = new Map<BoolClause, Query[]>()
  for (const clause of CLAUSES) {
    const given = object[clause]
    if (given === undefined || given === null) continue
    const read = readQueries(reading, at(path, clause), given, readQuery)
    if (read.length > 0) clauses.set(clause, read)
  }
  return {
    kind: 'bool',
    clauses,
    minimumShouldMatch: readOptional(object, path, 'minimum_should_match', (...place) =>
      readMinimumShouldMatch(reading, ...place),
    ),
    boost: readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place)),
  }
}

/** Reads one query or a list of them; rejected ones are omitted. */
export function readQueries(reading: Reading, path: Path, value: Json, readQuery: QueryReader): Query[] {
  const queries = Array.isArray(value)
    ? value.map((each, index) => readQuery(reading, at(path, index), each))
    : [readQuery(reading, path, value)]
  return queries.filter((each) => each !== undefined)
}

/** Reads how many of several clauses must match. */
export function readMinimumShouldMatch(reading: Reading, path: Path, value: Json): number | string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LIMITS.queryClauses) return value
  if (typeof value === 'string' && /^-?\d{1,3}%?$/.test(value)) return value
  return reading.refuse('malformed', path, 'Write how many clauses must match as a whole number, or as "50%".')
}
