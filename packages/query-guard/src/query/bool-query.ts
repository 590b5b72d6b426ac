import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { readObject } from '../shape.ts'
import type { BoolClause, Query } from './query-tree.ts'

/** How one part of the grammar reads queries; handed down so that `bool` can read its clauses. */
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
    const here = at(path, clause)
    const queries = Array.isArray(given)
      ? given.map((each, index) => readQuery(reading, at(here, index), each))
      : [readQuery(reading, here, given)]
    const read = queries.filter((each) => each !== undefined)
    if (read.length > 0) clauses.set(clause, read)
  }
  const minimumShouldMatch = readMinimum(reading, at(path, 'minimum_should_match'), object.minimum_should_match)
  const boost = readBoost(reading, at(path, 'boost'), object.boost)
  return { type: 'bool', clauses, minimumShouldMatch, boost }
}

function readMinimum(reading: Reading, path: Path, value: Json | undefined): number | string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LIMITS.queryClauses) return value
  if (typeof value === 'string' && /^-?\d{1,3}%?$/.test(value)) return value
  return reading.refuse('malformed', path, 'Write how many of should must match as a whole number, or as "50%".')
}

function readBoost(reading: Reading, path: Path, value: Json | undefined): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= 1_000)) return value
  return reading.refuse('malformed', path, 'Write the boost as a number from 0 to 1000.')
}
