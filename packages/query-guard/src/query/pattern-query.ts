import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { type FieldQuery, readFieldQuery } from './field-query.ts'
import type { Query } from './query-tree.ts'
import { weightOf } from './weight.ts'

const PREFIX = {
  title: 'a prefix query',
  valueKey: 'value',
  engineKeys: ['boost', 'case_insensitive', 'prefix', 'rewrite', '_name'],
}
const WILDCARD = {
  title: 'a wildcard query',
  valueKey: 'value',
  engineKeys: ['boost', 'case_insensitive', 'rewrite', 'wildcard', '_name'],
}

/** Types whose terms lie in the index as they were written; the keys of a flat object do too. */
const TERM_TYPES: ReadonlySet<string> = new Set(['keyword', 'wildcard', 'flat_object'])

/** `prefix`: the start of a keyword. */
export function readPrefix(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, PREFIX)
  const value = query && readPattern(reading, query, 'prefix')
  if (!query || value === undefined) return undefined
  return { type: 'prefix', field: query.field.name, value, weight: weightOf(query.field, value) }
}

/** `wildcard`: a keyword with a few `*` and `?`, none of them in front. */
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
  return { type: 'wildcard', field: query.field.name, value, weight: weightOf(query.field, value) }
}

function readPattern(reading: Reading, { field, value, path }: FieldQuery, kind: string): string | undefined {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed()) {
    return reading.refuse('malformed', path, `Write the ${kind} as a string that is not empty.`)
  }
  if (field.traits && !TERM_TYPES.has(field.traits.type)) {
    const instead =
      field.traits.type === 'ip' ? 'use term with a network such as 192.0.2.0/24' : 'use match, term or range'
    return reading.refuse(
      'not-allowed',
      path,
      `${field.name} is no keyword field, so ${kind} does not apply; ${instead}.`,
    )
  }
  if (value.length <= LIMITS.patternLength) return value
  return reading.exceed(path, `The ${kind} has ${value.length} characters`, value.length, LIMITS.patternLength)
}
