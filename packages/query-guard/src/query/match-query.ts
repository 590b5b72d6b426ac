import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { readChoice } from '../shape.ts'
import { readValue } from '../value.ts'
import { readFieldQuery } from './field-query.ts'
import type { Query } from './query-tree.ts'
import { weightOf } from './weight.ts'

const MATCH = {
  title: 'a match query',
  valueKey: 'query',
  options: ['operator'],
  engineKeys: [
    'analyzer',
    'auto_generate_synonyms_phrase_query',
    'boost',
    'cutoff_frequency',
    'fuzziness',
    'fuzzy_rewrite',
    'fuzzy_transpositions',
    'lenient',
    'max_expansions',
    'minimum_should_match',
    'prefix_length',
    'zero_terms_query',
    '_name',
  ],
}

const MATCH_PHRASE = {
  title: 'a match_phrase query',
  valueKey: 'query',
  engineKeys: ['analyzer', 'boost', 'slop', 'zero_terms_query', '_name'],
}

/** `match`: a value, or `{query, operator}`. */
export function readMatch(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, MATCH)
  if (!query) return undefined
  const value = readValue(reading, query.path, query.value, query.field)
  const operator = readOperator(reading, at(query.path.parent, 'operator'), query.options.operator)
  if (value === undefined) return undefined
  return { type: 'match', field: query.field.name, value, operator, weight: weightOf(query.field, value) }
}

/** `match_phrase`: a value, or `{query}`. */
export function readMatchPhrase(reading: Reading, path: Path, json: Json): Query | undefined {
  const query = readFieldQuery(reading, path, json, MATCH_PHRASE)
  const value = query && readValue(reading, query.path, query.value, query.field)
  if (!query || value === undefined) return undefined
  return { type: 'match_phrase', field: query.field.name, value, weight: weightOf(query.field, value) }
}

function readOperator(reading: Reading, path: Path, value: Json | undefined): 'and' | 'or' | undefined {
  if (value === undefined) return undefined
  const lower = typeof value === 'string' ? value.toLowerCase() : value
  return readChoice(reading, path, lower, ['and', 'or'])
}
