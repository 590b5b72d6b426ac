import { ENGINE_QUERIES } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { listed, readObject, readOptional, readSingle } from '../shape.ts'
import { type QueryReader, readBool } from './bool-query.ts'
import { readBoost } from './boost.ts'
import { given } from './build-query.ts'
import { readMatch, readMatchPhrase } from './text/match-query.ts'
import { readFuzzy, readPrefix, readWildcard } from './text/pattern-query.ts'
import type { Query } from './query-tree.ts'
import { readRange } from './range-query.ts'
import { readRegexp } from './text/regexp-query.ts'
import { readConstantScore, readDisMax } from './scoring-query.ts'
import { readExists, readIds, readTerm, readTerms } from './term-query.ts'
import { readMultiMatch, readSimpleQueryString } from './text/text-query.ts'

const READERS: ReadonlyMap<string, QueryReader> = new Map<string, QueryReader>([
  ['match_all', (reading, path, json) => readEmpty(reading, path, json, 'match_all')],
  ['match_none', (reading, path, json) => readEmpty(reading, path, json, 'match_none')],
  ['bool', (reading, path, json) => readBool(reading, path, json, readQuery)],
  ['match', readMatch],
  ['match_phrase', readMatchPhrase],
  ['multi_match', readMultiMatch],
  ['simple_query_string', readSimpleQueryString],
  ['term', readTerm],
  ['terms', readTerms],
  ['range', readRange],
  ['exists', readExists],
  ['ids', readIds],
  ['prefix', readPrefix],
  ['wildcard', readWildcard],
  ['fuzzy', readFuzzy],
  ['constant_score', (reading, path, json) => readConstantScore(reading, path, json, readQuery)],
  ['dis_max', (reading, path, json) => readDisMax(reading, path, json, readQuery)],
])

/** Additional queries for experts. */
const EXPERT_READERS: ReadonlyMap<string, QueryReader> = new Map<string, QueryReader>([['regexp', readRegexp]])

/** Reads one query: an object whose only key names its kind. */
export function readQuery(reading: Reading, path: Path, json: Json): Query | undefined {
  if (reading.isFull()) return undefined
  const single = readSingle(reading, path, json, 'a query (join several with bool)')
  if (!single) return undefined
  const expert = reading.profile === 'expert' ? EXPERT_READERS.get(single.key) : undefined
  const read = READERS.get(single.key) ?? expert
  if (read) return read(reading, single.path, single.value)
  const instead = `write ${listed([...READERS.keys()])}`
  return ENGINE_QUERIES.has(single.key)
    ? reading.refuse('not-allowed', single.path, `The engine's query ${quote(single.key)} is not allowed; ${instead}.`)
    : reading.refuse('malformed', single.path, `${quote(single.key)} is no query; ${instead}.`)
}

function readEmpty(reading: Reading, path: Path, json: Json, type: 'match_all' | 'match_none'): Query | undefined {
  const shape = { title: `a ${type} query`, keys: ['boost'], engineKeys: ['_name'] }
  const object = readObject(reading, path, json, shape)
  if (!object) return undefined
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const effort = type === 'match_all' ? 'all' : 'none'
  return { kind: 'leaf', type, body: given({ boost }), weight: 1, effort }
}
