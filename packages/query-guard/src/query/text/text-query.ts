import { readField } from '../../field.ts'
import type { FieldReference } from '../../field-catalog.ts'
import type { Json } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import type { Reading } from '../../reading.ts'
import { quote } from '../../refusal.ts'
import { readChoice, readList, readNumber, readObject, readOptional, readText } from '../../shape.ts'
import { readScalar, readValue } from '../../value.ts'
import { readBoost } from '../boost.ts'
import { build, given } from '../build-query.ts'
import { readFuzziness } from './fuzziness.ts'
import { MATCH_OPTIONS, readMatchOptions, readOperator } from './match-query.ts'
import type { Query } from '../query-tree.ts'
import { columnsOf, weightOf, wordsOf } from '../weight.ts'

const TYPES = ['best_fields', 'most_fields', 'cross_fields', 'phrase'] as const
const FLAGS = ['AND', 'OR', 'NOT', 'PHRASE'] as const

const MULTI_MATCH = {
  title: 'a multi_match query',
  keys: ['query', 'fields', 'type', 'tie_breaker', ...MATCH_OPTIONS, 'boost'],
  engineKeys: [
    'analyzer',
    'auto_generate_synonyms_phrase_query',
    'cutoff_frequency',
    'fuzzy_rewrite',
    'fuzzy_transpositions',
    'slop',
    'zero_terms_query',
    '_name',
  ],
}
const SIMPLE = {
  title: 'a simple_query_string query',
  keys: ['query', 'fields', 'flags', 'default_operator', 'minimum_should_match', 'lenient', 'boost'],
  engineKeys: [
    'analyze_wildcard',
    'analyzer',
    'auto_generate_synonyms_phrase_query',
    'fuzzy_max_expansions',
    'fuzzy_prefix_length',
    'fuzzy_transpositions',
    'quote_field_suffix',
    '_name',
  ],
}

/** One of several fields, with its weight. */
interface WeightedField {
  field: FieldReference
  text: string
}

/** `multi_match`: the same words in several fields, each given by name. */
export function readMultiMatch(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, MULTI_MATCH)
  const named = object && readFields(reading, at(path, 'fields'), object.fields)
  if (!object || !named) return undefined
  const fields = named.map((each) => each.field)
  const here = at(path, 'query')
  const isLenient = object.lenient === true
  const values = isLenient
    ? [readScalar(reading, here, object.query)]
    : fields.map((field) => readValue(reading, here, object.query, field))
  const [value] = values
  const fuzzy = readFuzziness(reading, path, object, fields)
  const type = readOptional(object, path, 'type', (...place) => readChoice(reading, ...place, TYPES))
  if (fuzzy && (type === 'cross_fields' || type === 'phrase')) {
    return reading.refuse('malformed', at(path, 'fuzziness'), `fuzziness does not go with ${type}; leave one out.`)
  }
  const tieBreaker = readOptional(object, path, 'tie_breaker', (...place) =>
    readNumber(reading, ...place, { min: 0, max: 1 }),
  )
  const rest = readMatchOptions(reading, path, object)
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  if (value === undefined || values.includes(undefined)) return undefined
  const clauses = fields.reduce((sum, field) => sum + weightOf(field, value), 0)
  return {
    kind: 'leaf',
    type: 'multi_match',
    body: given({
      query: build(value),
      fields: named.map((each) => each.text),
      type,
      tie_breaker: tieBreaker,
      ...rest,
      ...fuzzy,
      boost,
    }),
    weight: clauses * (fuzzy ? Number(fuzzy.max_expansions) : 1),
    effort: fuzzy ? 'automaton' : 'text',
    lookups: clauses,
    columns: columnsOf(fields, (field) => weightOf(field, value)),
  }
}

/**
 * `simple_query_string`: words with `+`, `|`, `-` and quotes. Brackets, `*` and `~` are plain characters here, because
 * the engine's parser for them has been overloaded before.
 */
export function readSimpleQueryString(reading: Reading, path: Path, json: Json): Query | undefined {
  const object = readObject(reading, path, json, SIMPLE)
  const named = object && readFields(reading, at(path, 'fields'), object.fields)
  const text = object && readText(reading, at(path, 'query'), object.query, LIMITS.textLength)
  if (!object || !named || text === undefined) return undefined
  const flags = readOptional(object, path, 'flags', (...place) => readFlags(reading, ...place)) ?? FLAGS.join('|')
  const operator = readOptional(object, path, 'default_operator', (...place) => readOperator(reading, ...place))
  const { operator: _, ...rest } = readMatchOptions(reading, path, object)
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const words = Math.max(1, wordsOf(text), text.split(/[\s"|+-]+/).length)
  return {
    kind: 'leaf',
    type: 'simple_query_string',
    body: given({
      query: text,
      fields: named.map((each) => each.text),
      flags,
      default_operator: operator,
      ...rest,
      boost,
    }),
    weight: words * named.length,
    effort: 'text',
    columns: columnsOf(
      named.map((each) => each.field),
      () => words,
    ),
  }
}

/** Reads the fields to search: names, each with an optional weight after `^`; never a pattern. */
function readFields(reading: Reading, path: Path, value: Json | undefined): WeightedField[] | undefined {
  const list = typeof value === 'string' ? [value] : value
  return readList(reading, path, list, { max: LIMITS.queryFields, what: 'field names' }, (here, each) => {
    const [, name, boost] =
      (typeof each === 'string' ? /^([^^]*)(\^\d{1,3}(?:\.\d{1,3})?)?$/.exec(each) : undefined) ?? []
    if (name === undefined) {
      const shown = typeof each === 'string' ? quote(each) : 'This'
      return reading.refuse('malformed', here, `${shown} is no field; write its name, with a weight as "name^2".`)
    }
    const field = readField(reading, here, name, 'searchable')
    return field && { field, text: `${field.name}${boost ?? ''}` }
  })
}

function readFlags(reading: Reading, path: Path, value: Json): string | undefined {
  const words = typeof value === 'string' ? value.split('|') : []
  if (words.length > 0 && words.every((each) => FLAGS.some((flag) => flag === each))) return words.join('|')
  return reading.refuse('not-allowed', path, `Write some of ${FLAGS.join('|')}, or leave the flags out.`)
}
