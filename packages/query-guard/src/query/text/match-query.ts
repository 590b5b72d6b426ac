import type { Json, JsonObject } from '../../json/parse.ts'
import type { Path } from '../../json/pointer.ts'
import type { Reading } from '../../reading.ts'
import { readBoolean, readChoice, readInteger, readOptional } from '../../shape.ts'
import { readScalar, readValue } from '../../value.ts'
import { readMinimumShouldMatch } from '../bool-query.ts'
import { build } from '../build-query.ts'
import { onField, readFieldQuery } from '../field-query.ts'
import { FUZZY_OPTIONS, readFuzziness } from './fuzziness.ts'
import { idsOfValues } from '../id-query.ts'
import type { Built, Effort, Query } from '../query-tree.ts'
import { valueBound } from '../range-query.ts'
import { valuesCondition } from '../values-condition.ts'
import { effortOf, weightOf } from '../weight.ts'

/** Options of a full-text query. */
export const MATCH_OPTIONS: readonly string[] = ['operator', 'minimum_should_match', 'lenient', ...FUZZY_OPTIONS]

const MATCH = {
  title: 'a match query',
  valueKey: 'query',
  options: MATCH_OPTIONS,
  engineKeys: [
    'analyzer',
    'auto_generate_synonyms_phrase_query',
    'cutoff_frequency',
    'fuzzy_rewrite',
    'fuzzy_transpositions',
    'zero_terms_query',
  ],
}

const MATCH_PHRASE = {
  title: 'a match_phrase query',
  valueKey: 'query',
  options: ['slop'],
  engineKeys: ['analyzer', 'zero_terms_query'],
}

/** `match`: a value, or `{query, operator, fuzziness, …}`. */
export function readMatch(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, MATCH)
  if (!query) return undefined
  const { field, options, boost } = query
  const isLenient = options.lenient === true
  const value = isLenient
    ? readScalar(reading, query.path, query.value)
    : readValue(reading, query.path, query.value, field)
  const fuzzy = readFuzziness(reading, query.holder, options, [field])
  const rest = readMatchOptions(reading, query.holder, options)
  if (value === undefined) return undefined
  const ids = fuzzy ? undefined : idsOfValues(field, [value], boost)
  if (ids) return ids
  const bound = isLenient ? undefined : valueBound(reading, field, [value])
  const effort: Effort = fuzzy ? 'automaton' : effortOf(field)
  return {
    kind: 'leaf',
    type: 'match',
    body: onField(field, 'query', build(value), { ...rest, ...fuzzy, boost }),
    weight: weightOf(field, value) * (fuzzy ? Number(fuzzy.max_expansions) : 1),
    effort,
    bound,
    lookups: weightOf(field, value),
    condition: fuzzy || isLenient ? { kind: 'exists', field } : valuesCondition(field, [value], bound),
  }
}

/** `match_phrase`: a value, or `{query, slop}`. */
export function readMatchPhrase(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, MATCH_PHRASE)
  const value = query && readValue(reading, query.path, query.value, query.field)
  if (!query || value === undefined) return undefined
  const slop = readOptional(query.options, query.holder, 'slop', (...place) =>
    readInteger(reading, ...place, { min: 0, max: 100 }),
  )
  const bound = valueBound(reading, query.field, [value])
  return {
    kind: 'leaf',
    type: 'match_phrase',
    body: onField(query.field, 'query', build(value), { slop, boost: query.boost }),
    weight: weightOf(query.field, value),
    effort: effortOf(query.field),
    bound,
    condition: valuesCondition(query.field, [value], bound),
  }
}

/** Reads `operator`, `minimum_should_match` and `lenient`. */
export function readMatchOptions(reading: Reading, path: Path, object: JsonObject): Built {
  return {
    operator: readOptional(object, path, 'operator', (...place) => readOperator(reading, ...place)),
    minimum_should_match: readOptional(object, path, 'minimum_should_match', (...place) =>
      readMinimumShouldMatch(reading, ...place),
    ),
    lenient: readOptional(object, path, 'lenient', (...place) => readBoolean(reading, ...place)),
  }
}

/** Reads `and` or `or`, ignoring case. */
export function readOperator(reading: Reading, path: Path, value: Json): 'and' | 'or' | undefined {
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  return readChoice(reading, path, lower, ['and', 'or'])
}
