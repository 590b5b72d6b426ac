import { ENGINE_AGGREGATIONS } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { readQuery } from '../query/query.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, listed } from '../shape.ts'
import { isAggregationName } from './aggregation-name.ts'
import { type Aggregation, type AggregationKind, METRICS } from './aggregation-tree.ts'
import { readComposite } from './composite-aggregation.ts'
import { readCardinality, readMetric } from './metric-aggregation.ts'
import { readMissing, readTermsAggregation } from './terms-aggregation.ts'

type KindReader = (reading: Reading, path: Path, json: Json) => AggregationKind | undefined

const READERS: ReadonlyMap<string, KindReader> = new Map<string, KindReader>([
  ['terms', readTermsAggregation],
  ['composite', readComposite],
  ['filter', readFilter],
  ['missing', readMissing],
  ['cardinality', readCardinality],
  ...METRICS.map((metric): [string, KindReader] => [metric, (...given) => readMetric(metric, ...given)]),
])

const CHILDREN: readonly string[] = ['aggs', 'aggregations']

/** Reads the aggregations that an object holds under `aggs` or `aggregations`. */
export function readAggregations(reading: Reading, path: Path | undefined, holder: Json): Aggregation[] {
  if (!isObject(holder)) return []
  const keys = CHILDREN.filter((each) => holder[each] !== undefined)
  const [key, second] = keys
  if (key === undefined) return []
  const here = at(path, key)
  if (second) reading.refuse('malformed', at(path, second), `Write either ${key} or ${second}, not both.`)
  const named = holder[key]
  if (!isObject(named)) {
    reading.refuse('malformed', here, 'Write aggregations as an object of names, each with one aggregation.')
    return []
  }
  return Object.entries(named)
    .map(([name, json]) => readAggregation(reading, at(here, name), name, json))
    .filter((each) => each !== undefined)
}

function readAggregation(reading: Reading, path: Path, name: string, json: Json): Aggregation | undefined {
  if (reading.isFull()) return undefined
  if (!isAggregationName(name)) {
    const detail = `${quote(name)} is no name for an aggregation; write 1 to 64 letters, digits, ".", "_", "-" or spaces.`
    return reading.refuse('malformed', path, detail)
  }
  const kinds = isObject(json) ? Object.entries(json).filter(([key]) => !CHILDREN.includes(key)) : []
  const [first] = kinds
  if (!first || kinds.length > 1) return refuseCount(reading, path, kinds)
  const kind = readKind(reading, at(path, first[0]), first[0], first[1])
  const children = readAggregations(reading, path, json)
  if (kind && children.length > 0 && (kind.type === 'metric' || kind.type === 'cardinality')) {
    return reading.refuse('malformed', path, `${first[0]} holds no other aggregations; put them beside it.`)
  }
  return kind && { name, kind, children }
}

function readKind(reading: Reading, path: Path, type: string, json: Json): AggregationKind | undefined {
  const read = READERS.get(type)
  if (read) return read(reading, path, json)
  const instead = `write ${listed([...READERS.keys()])}`
  return ENGINE_AGGREGATIONS.has(type)
    ? reading.refuse('not-allowed', path, `The engine's aggregation ${quote(type)} is not allowed; ${instead}.`)
    : reading.refuse('malformed', path, `${quote(type)} is no aggregation; ${instead}.`)
}

function refuseCount(reading: Reading, path: Path, kinds: readonly [string, Json][]): undefined {
  if (kinds.some(([key]) => key === 'meta')) {
    return reading.refuse('not-allowed', at(path, 'meta'), 'meta is not allowed in an aggregation; leave it out.')
  }
  return reading.refuse('malformed', path, 'Write exactly one aggregation under each name.')
}

function readFilter(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const query = readQuery(reading, path, json)
  return query && { type: 'filter', query }
}
