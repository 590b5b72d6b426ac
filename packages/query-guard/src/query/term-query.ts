import { readField } from '../field.ts'
import { fieldsUnder } from '../field-catalog.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { isObject, readObject, readSingle } from '../shape.ts'
import { readValue } from '../value.ts'
import { readFieldQuery } from './field-query.ts'
import type { Query } from './query-tree.ts'
import { weightOf } from './weight.ts'

const TERM = { title: 'a term query', valueKey: 'value', engineKeys: ['boost', 'case_insensitive', '_name'] }
const EXISTS = { title: 'an exists query', keys: ['field'], engineKeys: ['boost', '_name'] }
const IDS = { title: 'an ids query', keys: ['values'], engineKeys: ['boost', 'type', '_name'] }

/** `term`: a value, or `{value}`. */
export function readTerm(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, TERM)
  const value = query && readValue(reading, query.path, query.value, query.field)
  if (!query || value === undefined) return undefined
  return { type: 'term', field: query.field.name, value, weight: weightOf(query.field, value) }
}

/** `terms`: a list of values. The engine's lookup form, which reads another index, is an object and so refused. */
export function readTerms(reading: Reading, path: Path, json: Json): Query | undefined {
  const single = readSingle(reading, path, json, 'a terms query (one field)')
  const field = single && readField(reading, single.path, single.key, 'searchable')
  if (!single || !field) return undefined
  if (isObject(single.value)) {
    const detail = 'Looking terms up in another document is not allowed; write the list of values itself.'
    return reading.refuse('not-allowed', single.path, detail)
  }
  const list = readList(reading, single.path, single.value, LIMITS.termsValues)
  const values = list?.map((each, index) => readValue(reading, at(single.path, index), each, field))
  if (!values?.every((each) => each !== undefined)) return undefined
  // A list is one clause to the engine, but for a `wildcard` field, where each value becomes several.
  const isWildcard = field.traits?.type === 'wildcard'
  const weight = isWildcard ? values.reduce<number>((sum, each) => sum + weightOf(field, each), 0) : 1
  return { type: 'terms', field: field.name, values, weight: Math.max(1, weight) }
}

/** `exists`: `{field}`; on an object it stands for every field below. */
export function readExists(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, EXISTS)
  const field = object && readField(reading, at(path, 'field'), object.field, 'searchable')
  return field && { type: 'exists', field: field.name, weight: fieldsUnder(reading.fields, field.name) }
}

/** `ids`: `{values: [..]}`. */
export function readIds(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, IDS)
  if (!object) return undefined
  const here = at(path, 'values')
  const list = readList(reading, here, object.values, LIMITS.ids)
  const values = list?.map((each, index) => {
    if (typeof each === 'string' && each.length > 0 && each.length <= 512 && each.isWellFormed()) return each
    return reading.refuse('malformed', at(here, index), 'Write each id as a string of 1 to 512 characters.')
  })
  return values?.every((each) => each !== undefined) ? { type: 'ids', values, weight: 1 } : undefined
}

function readList(reading: Reading, path: Path, value: Json | undefined, max: number): Json[] | undefined {
  if (!Array.isArray(value)) return reading.refuse('malformed', path, 'Write a list of values.')
  if (value.length <= max) return value
  return reading.exceed(path, `The list has ${value.length} values`, value.length, max)
}
