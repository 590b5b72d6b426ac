import { ENGINE_AGGREGATION_OPTIONS } from '../../engine-names.ts'
import type { Json, JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { given } from '../../query/build-query.ts'
import type { Reading } from '../../reading.ts'
import { readBoolean, readNumber, readObject, readOptional } from '../../shape.ts'
import { EVERYTHING, type Interval, meet, NOTHING } from '../../time/interval.ts'
import { NUMBER_TYPES } from '../../value.ts'
import { readAggregated } from '../aggregation-field.ts'
import { type AggregationKind, type Around, kindOf } from '../aggregation-tree.ts'
import { readBucketOrder } from '../bucket-order.ts'
import { hardBoundsOf, readHistogramWidth } from './histogram-width.ts'

const HISTOGRAM = {
  title: 'a histogram aggregation',
  keys: ['field', 'interval', 'offset', 'order', 'keyed', 'min_doc_count', 'extended_bounds', 'hard_bounds'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const BOUNDS = { title: 'bounds', keys: ['min', 'max'] }
const DEMAND = { types: NUMBER_TYPES, what: 'numbers', instead: 'use date_histogram for times, terms for the rest' }
const ANY = { min: -1e300, max: 1e300 }

/** The value range of each type. */
const TYPE_RANGES: ReadonlyMap<string, Interval> = new Map([
  ['byte', { from: -128, to: 127 }],
  ['short', { from: -32_768, to: 32_767 }],
  ['integer', { from: -(2 ** 31), to: 2 ** 31 }],
  ['unsigned_long', { from: 0, to: 2 ** 64 }],
])
const WIDEST: Interval = { from: -(2 ** 63), to: 2 ** 63 }

/** `histogram`: documents by intervals of a number. */
export function readHistogram(reading: Reading, path: Path, json: Json, around: Around): AggregationKind | undefined {
  const object = readObject(reading, path, json, HISTOGRAM)
  const field = object && readAggregated(reading, path, object, DEMAND)
  if (!object || !field) return undefined
  const range = { min: 1e-6, max: 1e300 }
  const interval = readNumber(reading, at(path, 'interval'), object.interval ?? null, range)
  const hard = readBounds(reading, path, object, 'hard_bounds', EVERYTHING)
  const extended = readBounds(reading, path, object, 'extended_bounds', NOTHING)
  if (interval === undefined) return undefined
  const known = field.traits ? around.bounds(field.name) : NOTHING
  const width = readHistogramWidth(reading, path, object, {
    certain: meet(known, hard?.interval ?? EVERYTHING),
    likely: TYPE_RANGES.get(field.traits?.type ?? '') ?? WIDEST,
    extended: extended?.interval ?? NOTHING,
    width: interval,
    advice: `bound ${field.asked} by a range in the query, or by hard_bounds`,
  })
  const order = readBucketOrder(reading, at(path, 'order'), object.order, false)
  if (!width) return undefined
  return kindOf({
    type: 'histogram',
    options: given({
      field: field.name,
      interval,
      offset: readOptional(object, path, 'offset', (...place) => readNumber(reading, ...place, ANY)),
      keyed: readOptional(object, path, 'keyed', (...place) => readBoolean(reading, ...place)),
      order: order.built.length > 0 ? order.built : undefined,
      min_doc_count: width.minDocCount,
      extended_bounds: extended?.built,
      hard_bounds: hardBoundsOf(reading, field, hard?.built, width, interval),
    }),
    role: 'buckets',
    effort: field.traits ? 'rounding' : 'none',
    fields: [field.name],
    buckets: width.buckets,
    skipsEmpty: (width.minDocCount ?? 0) > 0,
  })
}

function readBounds(reading: Reading, path: Path, holder: JsonObject, key: string, open: Interval) {
  return readOptional(holder, path, key, (here, value) => {
    const object = readObject(reading, here, value, BOUNDS)
    if (!object) return undefined
    const min = readOptional(object, here, 'min', (...place) => readNumber(reading, ...place, ANY))
    const max = readOptional(object, here, 'max', (...place) => readNumber(reading, ...place, ANY))
    if (min !== undefined && max !== undefined && min > max) {
      return reading.refuse('malformed', here, 'min lies after max; write them the other way round.')
    }
    return { interval: { from: min ?? open.from, to: max ?? open.to }, built: given({ min, max }) }
  })
}
