import type { Json } from '../../json/parse.ts'
import type { Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import type { Reading } from '../../reading.ts'
import { regexpCondition } from '../leaf-condition.ts'
import { readBoolean, readOptional } from '../../shape.ts'
import { onField, readFieldQuery } from '../field-query.ts'
import { readPattern } from './pattern-query.ts'
import type { Query } from '../query-tree.ts'

const REGEXP = {
  title: 'a regexp query',
  valueKey: 'value',
  options: ['case_insensitive'],
  engineKeys: ['flags', 'flags_value', 'max_determinized_states', 'rewrite'],
}

/**
 * `regexp`, for experts: short, with a literal prefix, and without operators that multiply states (counted repetition,
 * complement, intersection). The engine's own limit on states stays at its default.
 */
export function readRegexp(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, REGEXP)
  const value = query && readPattern(reading, query, 'regexp', LIMITS.regexLength)
  if (!query || value === undefined) return undefined
  if (/^(?:\(|\[|\.|.[*?|])/.test(value)) {
    const detail = 'An expression without a known beginning reads every term; begin with a plain character.'
    return reading.refuse('not-allowed', query.path, detail)
  }
  if (/[{}]/.test(value)) {
    return reading.refuse('not-allowed', query.path, 'Counted repetition is not allowed; write * or + or the repeats.')
  }
  const repeats = value.match(/[*+]/g)?.length ?? 0
  if (repeats > LIMITS.patternWildcards) {
    return reading.exceed(query.path, `The expression has ${repeats} repeats`, repeats, LIMITS.patternWildcards)
  }
  const insensitive = readOptional(query.options, query.holder, 'case_insensitive', (...place) =>
    readBoolean(reading, ...place),
  )
  return {
    kind: 'leaf',
    type: 'regexp',
    body: onField(query.field, 'value', value, { flags: 'NONE', case_insensitive: insensitive, boost: query.boost }),
    weight: 1,
    effort: 'automaton',
    condition: insensitive ? { kind: 'exists', field: query.field } : regexpCondition(query.field, value),
  }
}
