import { ENGINE_QUERIES } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { listed, readObject, readSingle } from '../shape.ts'
import { type QueryReader, readBool } from './bool-query.ts'
import { readMatch, readMatchPhrase } from './match-query.ts'
import { readPrefix, readWildcard } from './pattern-query.ts'
import type { Query } from './query-tree.ts'
import { readRange } from './range-query.ts'
import { readExists, readIds, readTerm, readTerms } from './term-query.ts'

const READERS: ReadonlyMap<string, QueryReader> = new Map<string, QueryReader>([
  ['match_all', (reading, path, json) => readEmpty(reading, path, json, 'match_all')],
  ['match_none', (reading, path, json) => readEmpty(reading, path, json, 'match_none')],
  ['bool', (reading, path, json) => readBool(reading, path, json, readQuery)],
  ['match', readMatch],
  ['match_phrase', readMatchPhrase],
  ['term', readTerm],
  ['terms', readTerms],
  ['range', readRange],
  ['exists', readExists],
  ['ids', readIds],
  ['prefix', readPrefix],
  ['wildcard', readWildcard],
])

/** Reads one query: an object whose only key names its kind. */
export function readQuery(reading: Reading, path: Path, json: Json): Query | undefined {
  if (reading.isFull()) return undefined
  const single = readSingle(reading, path, json, 'a query (join several with bool)')
  if (!single) return undefined
  const read = READERS.get(single.key)
  if (read) return read(reading, single.path, single.value)
  const instead = `write ${listed([...READERS.keys()])}`
  return ENGINE_QUERIES.has(single.key)
    ? reading.refuse('not-allowed', single.path, `The engine's query ${quote(single.key)} is not allowed; ${instead}.`)
    : reading.refuse('malformed', single.path, `${quote(single.key)} is no query; ${instead}.`)
}

function readEmpty(reading: Reading, path: Path, json: Json, type: 'match_all' | 'match_none'): Query | undefined {
  const shape = { title: `a ${type} query`, keys: [], engineKeys: ['boost', '_name'] }
  return readObject(reading, path, json, shape) && { type, weight: 1 }
}
