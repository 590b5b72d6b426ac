import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { build, given } from '../query/build-query.ts'
import type { Reading } from '../reading.ts'
import { readBoolean, readInteger, readList, readNumber, readObject, readOptional } from '../shape.ts'
import { readValue } from '../value.ts'
import { COUNTABLE_TYPES, readAggregated } from './aggregation-field.ts'
import { type AggregationKind, kindOf } from './aggregation-tree.ts'

const engineKeys = ENGINE_AGGREGATION_OPTIONS
const DEMAND = { types: COUNTABLE_TYPES, what: 'numbers or times', instead: 'use value_count or cardinality' }
const ANY = { min: -1e300, max: 1e300 }
const STATS = ['count', 'min', 'max', 'avg', 'sum']
const EXTENDED = [...STATS, 'sum_of_squares', 'variance', 'std_deviation']
const SINGLE = ['']
const ALONE = { isAddressAlone: true }

/** Metrics of one field, and the names of their values. */
const METRICS: ReadonlyMap<string, readonly string[]> = new Map([
  ['min', SINGLE],
  ['max', SINGLE],
  ['avg', SINGLE],
  ['sum', SINGLE],
  ['value_count', SINGLE],
  ['stats', STATS],
  ['extended_stats', EXTENDED],
])

/** The readers of `min`, `max`, `avg`, `sum`, `value_count`, `stats` and `extended_stats`. */
export const METRIC_READERS = [...METRICS.keys()].map(
  (type) => [type, (reading: Reading, path: Path, json: Json) => readMetric(reading, path, json, type)] as const,
)

/** `cardinality`: the approximate number of distinct values of a field. */
export function readCardinality(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const keys = ['field', 'precision_threshold', 'missing']
  const object = readObject(reading, path, json, { title: 'a cardinality aggregation', keys, engineKeys })
  const field = object && readAggregated(reading, path, object)
  if (!object || !field) return undefined
  const bounds = { min: 0, max: LIMITS.precisionThreshold }
  const threshold = readOptional(object, path, 'precision_threshold', (...place) =>
    readInteger(reading, ...place, bounds),
  )
  const missing = readOptional(object, path, 'missing', (...place) => readValue(reading, ...place, field, ALONE))
  return kindOf({
    type: 'cardinality',
    options: given({
      field: field.name,
      precision_threshold: threshold,
      missing: missing === undefined ? undefined : build(missing),
    }),
    role: 'metric',
    effort: field.traits ? 'sketch' : 'none',
    fields: [field.name],
    fillsMissing: missing !== undefined,
    // The next power of two above five bytes for each value up to the precision threshold.
    stateBytes: 2 ** Math.ceil(Math.log2(5 * Math.max(threshold ?? 3_000, 4))),
    values: SINGLE,
  })
}

/** `percentiles`: the values below which the given percentages lie. */
export function readPercentiles(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  return readDigest(reading, path, json, 'percentiles', 'percents', { min: 0, max: 100 })
}

/** `percentile_ranks`: the percentage of values below each given value. */
export function readPercentileRanks(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  return readDigest(reading, path, json, 'percentile_ranks', 'values', ANY)
}

function readMetric(reading: Reading, path: Path, json: Json, type: string): AggregationKind | undefined {
  const isStats = type === 'extended_stats'
  const article = /^[aeiou]/.test(type) ? 'an' : 'a'
  const keys = ['field', 'missing', ...(isStats ? ['sigma'] : [])]
  const object = readObject(reading, path, json, { title: `${article} ${type} aggregation`, keys, engineKeys })
  const field = object && readAggregated(reading, path, object, type === 'value_count' ? undefined : DEMAND)
  if (!object || !field) return undefined
  const missing = readOptional(object, path, 'missing', (...place) => readValue(reading, ...place, field, ALONE))
  const sigma = readOptional(object, path, 'sigma', (...place) => readNumber(reading, ...place, { min: 0, max: 100 }))
  return kindOf({
    type,
    options: given({ field: field.name, missing: missing === undefined ? undefined : build(missing), sigma }),
    role: 'metric',
    effort: field.traits ? 'number' : 'none',
    fields: [field.name],
    fillsMissing: missing !== undefined,
    stateBytes: isStats ? 64 : 32,
    values: METRICS.get(type) ?? SINGLE,
  })
}

function readDigest(
  reading: Reading,
  path: Path,
  json: Json,
  type: 'percentiles' | 'percentile_ranks',
  key: 'percents' | 'values',
  range: { min: number; max: number },
): AggregationKind | undefined {
  const keys = ['field', key, 'keyed', 'missing', 'tdigest']
  const shape = { title: `a ${type} aggregation`, keys, engineKeys: [...engineKeys, 'hdr', 'method'] }
  const object = readObject(reading, path, json, shape)
  const field = object && readAggregated(reading, path, object, DEMAND)
  if (!object || !field) return undefined
  const limit = { max: LIMITS.percents, what: key }
  const wanted = object[key] === undefined && key === 'percents'
  const numbers = wanted
    ? undefined
    : readList(reading, at(path, key), object[key], limit, (here, each) => readNumber(reading, here, each, range))
  const missing = readOptional(object, path, 'missing', (...place) => readValue(reading, ...place, field, ALONE))
  const tdigest = readOptional(object, path, 'tdigest', (here, value) => {
    const digest = readObject(reading, here, value, { title: 'a tdigest', keys: ['compression'] })
    return (
      digest &&
      given({
        compression: readOptional(digest, here, 'compression', (...place) =>
          readNumber(reading, ...place, { min: 10, max: 200 }),
        ),
      })
    )
  })
  return kindOf({
    type,
    options: given({
      field: field.name,
      [key]: numbers,
      keyed: readOptional(object, path, 'keyed', (...place) => readBoolean(reading, ...place)),
      missing: missing === undefined ? undefined : build(missing),
      tdigest,
    }),
    role: 'metric',
    effort: field.traits ? 'digest' : 'none',
    fields: [field.name],
    fillsMissing: missing !== undefined,
    // A digest keeps its buffers until the answers of all shards are merged.
    stateBytes: 32_768,
  })
}
