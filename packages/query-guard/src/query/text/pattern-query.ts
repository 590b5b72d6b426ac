import type { Json } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import type { Reading } from '../../reading.ts'
import { prefixCondition, wildcardCondition } from '../leaf-condition.ts'
import { readBoolean, readOptional } from '../../shape.ts'
import { type FieldQuery, onField, readFieldQuery } from '../field-query.ts'
import { FUZZY_OPTIONS, readFuzziness } from './fuzziness.ts'
import type { Effort, Query } from '../query-tree.ts'
import { weightOf } from '../weight.ts'

const PREFIX = {
  title: 'a prefix query',
  valueKey: 'value',
  options: ['case_insensitive'],
  engineKeys: ['prefix', 'rewrite'],
}
const WILDCARD = {
  title: 'a wildcard query',
  valueKey: 'value',
  options: ['case_insensitive'],
  engineKeys: ['rewrite', 'wildcard'],
}
const FUZZY = {
  title: 'a fuzzy query',
  valueKey: 'value',
  options: [...FUZZY_OPTIONS, 'transpositions'],
  engineKeys: ['rewrite'],
}

/** Types whose terms are indexed unchanged; the keys of a flat object are too. */
const TERM_TYPES: ReadonlySet<string> = new Set(['keyword', 'wildcard', 'flat_object'])

/** `prefix`: the start of a keyword. */
export function readPrefix(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, PREFIX)
  const value = query && readPattern(reading, query, 'prefix')
  if (!query || value === undefined) return undefined
  return pattern(reading, query, 'prefix', value, 'dictionary')
}

/** `wildcard`: a keyword with a few `*` and `?`, not at the beginning. */
export function readWildcard(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, WILDCARD)
  const value = query && readPattern(reading, query, 'wildcard')
  if (!query || value === undefined) return undefined
  if (/^[*?]/.test(value)) {
    const detail = 'A pattern that begins with a wildcard reads every term; write how the value begins, or use exists.'
    return reading.refuse('not-allowed', query.path, detail)
  }
  const wildcards = value.match(/[*?]/g)?.length ?? 0
  if (wildcards > LIMITS.patternWildcards) {
    return reading.exceed(query.path, `The pattern has ${wildcards} wildcards`, wildcards, LIMITS.patternWildcards)
  }
  // The engine then finds nothing, not even an exact match.
  if (query.field.traits?.isColumn && query.options.case_insensitive === true) {
    const detail = `${query.field.asked} has no index, so that a wildcard cannot ignore case; leave case_insensitive out, or use prefix or term with it.`
    return reading.refuse('not-allowed', at(query.holder, 'case_insensitive'), detail)
  }
  return pattern(reading, query, 'wildcard', value, 'automaton')
}

/** `fuzzy`: keywords similar to a value, with an exact prefix. */
export function readFuzzy(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, FUZZY)
  const value = query && readPattern(reading, query, 'fuzzy')
  if (!query || value === undefined) return undefined
  const options = { ...query.options, fuzziness: query.options.fuzziness ?? 'AUTO' }
  const fuzzy = readFuzziness(reading, query.holder, options, [query.field])
  const transpositions = readOptional(query.options, query.holder, 'transpositions', (...place) =>
    readBoolean(reading, ...place),
  )
  if (!fuzzy) return undefined
  return {
    kind: 'leaf',
    type: 'fuzzy',
    body: onField(query.field, 'value', value, { ...fuzzy, transpositions, boost: query.boost }),
    weight: Number(fuzzy.max_expansions),
    effort: 'automaton',
    lookups: 1,
    condition: prefixCondition(query.field, value.slice(0, Number(fuzzy.prefix_length))),
  }
}

/** Reads the value of a query on the terms of a keyword field. */
export function readPattern(
  reading: Reading,
  { field, value, path }: FieldQuery,
  kind: string,
  max: number = LIMITS.patternLength,
): string | undefined {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed()) {
    return reading.refuse('malformed', path, `Write the value of ${kind} as a string that is not empty.`)
  }
  if (field.traits && !TERM_TYPES.has(field.traits.type)) {
    const instead =
      field.traits.type === 'ip' ? 'use term with a network such as 192.0.2.0/24' : 'use match, term or range'
    const detail = `${field.asked} is no keyword field, so ${kind} does not apply; ${instead}.`
    return reading.refuse('not-allowed', path, detail)
  }
  if (value.length <= max) return value
  return reading.exceed(path, `The value of ${kind} has ${value.length} characters`, value.length, max)
}

function pattern(
  reading: Reading,
  { field, options, holder, boost }: FieldQuery,
  type: string,
  value: string,
  effort: Effort,
): Query {
  const insensitive = readOptional(options, holder, 'case_insensitive', (...place) => readBoolean(reading, ...place))
  return {
    kind: 'leaf',
    type,
    body: onField(field, 'value', value, { case_insensitive: insensitive, boost }),
    weight: weightOf(field, value),
    effort: field.traits ? (insensitive ? 'automaton' : effort) : 'none',
    condition: insensitive
      ? { kind: 'exists', field }
      : type === 'wildcard'
        ? wildcardCondition(field, value)
        : prefixCondition(field, value),
  }
}
