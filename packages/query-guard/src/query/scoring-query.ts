import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { readNumber, readObject, readOptional } from '../shape.ts'
import { type QueryReader, readQueries } from './bool-query.ts'
import { readBoost } from './boost.ts'
import type { Query } from './query-tree.ts'

const CONSTANT_SCORE = { title: 'a constant_score query', keys: ['filter', 'boost'], engineKeys: ['_name'] }
const DIS_MAX = { title: 'a dis_max query', keys: ['queries', 'tie_breaker', 'boost'], engineKeys: ['_name'] }

/** `constant_score`: a filter whose hits all have the same score. */
export function readConstantScore(reading: Reading, path: Path, json: Json, readQuery: QueryReader): Query | undefined {
  const object = readObject(reading, path, json, CONSTANT_SCORE)
  if (!object) return undefined
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const filter = readQuery(reading, at(path, 'filter'), object.filter ?? null)
  return filter && { kind: 'scoring', type: 'constant_score', inner: [filter], boost, tieBreaker: undefined }
}

/** `dis_max`: one or more queries, of which the best gives the score. */
export function readDisMax(reading: Reading, path: Path, json: Json, readQuery: QueryReader): Query | undefined {
  const object = readObject(reading, path, json, DIS_MAX)
  if (!object) return undefined
  const here = at(path, 'queries')
  if (object.queries === undefined || (Array.isArray(object.queries) && object.queries.length === 0)) {
    return reading.refuse('malformed', here, 'Write one query at least.')
  }
  const inner = readQueries(reading, here, object.queries, readQuery)
  const boost = readOptional(object, path, 'boost', (...place) => readBoost(reading, ...place))
  const tieBreaker = readOptional(object, path, 'tie_breaker', (...place) =>
    readNumber(reading, ...place, { min: 0, max: 1 }),
  )
  return { kind: 'scoring', type: 'dis_max', inner, boost, tieBreaker }
}
