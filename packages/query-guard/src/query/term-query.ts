import { readField } from '../field.ts'
import { fieldsUnder } from '../field-catalog.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { isObject, readBoolean, readList, readObject, readOptional } from '../shape.ts'
import { readValue } from '../value.ts'
import { readBoost } from './boost.ts'
import { build, given } from './build-query.ts'
import { onField, readFieldQuery } from './field-query.ts'
import { idsOfValues, idsQuery, isDocumentId } from './id-query.ts'
import type { Query } from './query-tree.ts'
import { valueBound } from './range-query.ts'
import { valuesCondition } from './values-condition.ts'
import { effortOf, weightOf } from './weight.ts'

const TERM = { title: 'a term query', valueKey: 'value', options: ['case_insensitive'], engineKeys: [] }
const EXISTS = { title: 'an exists query', keys: ['field', 'boost'], engineKeys: ['_name'] }
const IDS = { title: 'an ids query', keys: ['values', 'boost'], engineKeys: ['type', '_name'] }

/** Types for which the engine can ignore case. */
const LETTER_TYPES: ReadonlySet<string> = new Set(['keyword', 'text', 'wildcard', 'flat_object'])

/** `term`: a value, or `{value, case_insensitive}`. */
export function readTerm(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, TERM)
  const value = query && readValue(reading, query.path, query.value, query.field)
  if (!query || value === undefined) return undefined
  const { field, options, holder, boost } = query
  const insensitive = readOptional(options, holder, 'case_insensitive', (...place) => readBoolean(reading, ...place))
  if (insensitive && field.traits && !LETTER_TYPES.has(field.traits.type)) {
    const detail = `${field.asked} holds no letters; leave case_insensitive out.`
    return reading.refuse('malformed', at(holder, 'case_insensitive'), detail)
  }
  const length = String(value).length
  if (insensitive && length > LIMITS.patternLength) {
    return reading.exceed(query.path, `The value has ${length} characters`, length, LIMITS.patternLength)
  }
  const ids = insensitive ? undefined : idsOfValues(field, [value], boost)
  if (ids) return ids
  const bound = valueBound(reading, field, [value])
  return {
    kind: 'leaf',
    type: 'term',
    body: onField(field, 'value', build(value), { case_insensitive: insensitive, boost }),
    weight: weightOf(field, value),
    effort: insensitive ? 'automaton' : effortOf(field),
    bound,
    condition: insensitive ? { kind: 'exists', field } : valuesCondition(field, [value], bound),
  }
}

/**
 * `terms`: a list of values. The engine's lookup form, which reads another index, is an object and therefore rejected.
 */
export function readTerms(reading: Reading, path: Path, json: Json): Query | undefined {
  const { boost: boosted, ...rest } = isObject(json) ? json : {}
  const names = Object.keys(rest)
  const [name] = names
  if (name === undefined || names.length > 1) {
    return reading.refuse('malformed', path, 'Write a terms query as an object with exactly one field.')
  }
  const here = at(path, name)
  const field = readField(reading, here, name, 'searchable')
  const list = rest[name]
  if (!field) return undefined
  if (isObject(list)) {
    const detail = 'Looking terms up in another document is not allowed; write the list of values itself.'
    return reading.refuse('not-allowed', here, detail)
  }
  const boost = boosted === undefined ? undefined : readBoost(reading, at(path, 'boost'), boosted)
  const limit = { min: 0, max: LIMITS.termsValues, what: 'values' }
  const values = readList(reading, here, list, limit, (place, each) => readValue(reading, place, each, field))
  if (!values) return undefined
  const ids = idsOfValues(field, values, boost)
  if (ids) return ids
  // A list is one clause for the engine, except on a `wildcard` field, where each value becomes several.
  const isWildcard = field.traits?.type === 'wildcard'
  const weight = isWildcard ? values.reduce<number>((sum, each) => sum + weightOf(field, each), 0) : 1
  const bound = valueBound(reading, field, values)
  return {
    kind: 'leaf',
    type: 'terms',
    body: { [field.name]: values.map(build), ...given({ boost }) },
    weight: Math.max(1, weight),
    effort: field.traits ? (field.traits.isColumn ? 'scan' : 'terms') : 'none',
    bound,
    lookups: values.length,
    condition: valuesCondition(field, values, bound),
  }
}

/** `exists`: `{field}`; on an object it checks every field below. */
export function readExists(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, EXISTS)
  const field = object && readField(reading, at(path, 'field'), object.field, 'searchable')
  if (!object || !field) return undefined
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const weight = fieldsUnder(reading.fields, field.name)
  const body = given({ field: field.name, boost })
  return { kind: 'leaf', type: 'exists', body, weight, effort: 'exists', condition: { kind: 'exists', field } }
}

/** `ids`: `{values: [..]}`. */
export function readIds(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, IDS)
  if (!object) return undefined
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const limit = { min: 0, max: LIMITS.ids, what: 'ids' }
  const values = readList(reading, at(path, 'values'), object.values, limit, (here, each) => {
    if (isDocumentId(each)) return each
    return reading.refuse('malformed', here, 'Write each id as a string of 1 to 512 characters.')
  })
  return values && idsQuery(values, boost)
}
