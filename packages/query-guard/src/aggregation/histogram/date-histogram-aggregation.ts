import { ENGINE_AGGREGATION_OPTIONS } from '../../engine-names.ts'
import { type FieldReference, isSingleValued } from '../../field-catalog.ts'
import type { Json, JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import { given } from '../../query/build-query.ts'
import type { Built } from '../../query/query-tree.ts'
import type { Reading } from '../../reading.ts'
import { readBoolean, readChoice, readInteger, readObject, readOptional } from '../../shape.ts'
import { readDateBounds, type Times } from '../../time/date-bounds.ts'
import { withinYears } from '../../time/date-value.ts'
import { EVERYTHING, type Interval, isBounded, meet, NOTHING } from '../../time/interval.ts'
import { readIntervalLength } from '../../time/interval-length.ts'
import { readTimeZone } from '../../time/time-zone.ts'
import { DATE_TYPES, readAggregated } from '../aggregation-field.ts'
import { type AggregationKind, type Around, kindOf } from '../aggregation-tree.ts'
import { readBucketOrder } from '../bucket-order.ts'
import { OUTPUT_FORMATS, readOffset } from './date-options.ts'
import { hardBoundsOf, readHistogramWidth } from './histogram-width.ts'
import { words } from '../../words.ts'

const DATE_HISTOGRAM = {
  title: 'a date_histogram aggregation',
  keys: words(`field calendar_interval fixed_interval interval format time_zone offset order keyed min_doc_count
    extended_bounds hard_bounds`),
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const AUTO = {
  title: 'an auto_date_histogram aggregation',
  keys: ['field', 'buckets', 'minimum_interval', 'format', 'time_zone'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const DEMAND = { types: DATE_TYPES, what: 'times', instead: 'use histogram for numbers' }
const DAY_MS = 86_400_000

/** `date_histogram`: documents per hour, day or month. */
export function readDateHistogram(
  reading: Reading,
  path: Path,
  json: Json,
  around: Around,
): AggregationKind | undefined {
  const object = readObject(reading, path, json, DATE_HISTOGRAM)
  const field = object && readAggregated(reading, path, object, DEMAND)
  const length = object && readIntervalLength(reading, path, object)
  if (!object || !field || !length) return undefined
  const shared = readTimes(reading, path, object)
  const hard = readDateBounds(reading, path, object, 'hard_bounds', { field, ...shared })
  const extended = readDateBounds(reading, path, object, 'extended_bounds', { field, ...shared })
  if (hard && !(hard.hasMin && hard.hasMax)) {
    // The engine answers 500 to only one of them.
    return reading.refuse('malformed', at(path, 'hard_bounds'), 'Write both min and max.')
  }
  const certain = meet(boundsFor(field, around), hard?.interval ?? EVERYTHING)
  const width = readHistogramWidth(reading, path, object, {
    certain,
    ...valuesOf(reading, field, length.milliseconds),
    extended: extended?.interval ?? NOTHING,
    width: length.milliseconds,
    advice: `bound the time by a range on ${field.asked} in the query, or by hard_bounds`,
  })
  const order = readBucketOrder(reading, at(path, 'order'), object.order, false)
  if (!width) return undefined
  const options: Built = {
    field: field.name,
    ...length.built,
    ...timesOf(shared),
    offset: readOptional(object, path, 'offset', (...place) => readOffset(reading, ...place)),
    keyed: readOptional(object, path, 'keyed', (...place) => readBoolean(reading, ...place)),
    order: order.built.length > 0 ? order.built : undefined,
    min_doc_count: width.minDocCount,
    extended_bounds: extended?.built,
    hard_bounds: hard?.built ?? withinYears(hardBoundsOf(reading, field, undefined, width, length.milliseconds)),
  }
  return kindOf({
    type: 'date_histogram',
    options: given(options),
    role: 'buckets',
    effort: field.traits ? 'rounding' : 'none',
    fields: [field.name],
    buckets: width.buckets,
    shardBuckets: Math.min(width.buckets, bucketsOfIndex(reading, field, certain, length.milliseconds)),
    skipsEmpty: (width.minDocCount ?? 0) > 0,
  })
}

/**
 * `auto_date_histogram`: about the given number of buckets, with a width that the engine chooses. It fills gaps and has
 * no bounds.
 */
export function readAutoDateHistogram(
  reading: Reading,
  path: Path,
  json: Json,
  around: Around,
): AggregationKind | undefined {
  const object = readObject(reading, path, json, AUTO)
  const field = object && readAggregated(reading, path, object, DEMAND)
  if (!object || !field) return undefined
  const here = at(path, 'field')
  if (field.traits && !isSingleValued(reading.fields, field.name, reading.timeField)) {
    const detail = `A document may have several ${field.asked}; use ${reading.timeField}, or date_histogram with hard_bounds.`
    return reading.refuse('not-allowed', here, detail)
  }
  if (field.traits && !isBounded(around.bounds(field.name))) {
    const detail = `Bound ${field.asked} on both sides by a range in the query: gaps in between are filled.`
    return reading.refuse('not-allowed', here, detail)
  }
  const bounds = { min: 1, max: LIMITS.autoBuckets }
  const buckets = readOptional(object, path, 'buckets', (...place) => readInteger(reading, ...place, bounds))
  const minimum = readOptional(object, path, 'minimum_interval', (...place) =>
    readChoice(reading, ...place, ['year', 'month', 'day', 'hour', 'minute', 'second']),
  )
  const options = {
    field: field.name,
    buckets,
    minimum_interval: minimum,
    ...timesOf(readTimes(reading, path, object)),
  }
  return kindOf({
    type: 'auto_date_histogram',
    options: given(options),
    role: 'buckets',
    effort: field.traits ? 'rounding' : 'none',
    fields: [field.name],
    buckets: buckets ?? 10,
    // Before the merge, buckets are narrower than in the answer.
    shardBuckets: (buckets ?? 10) * 30,
  })
}

/** The interval that times may be in: from the documents for the main time field, the usual interval for any other. */
function valuesOf({ inputs, now, timeField }: Reading, field: FieldReference, width: number) {
  const { timeline, oldest = 0, newest = now + DAY_MS } = inputs
  const usual = { from: oldest, to: newest }
  if (!timeline || field.name !== timeField) return { likely: usual }
  return { likely: EVERYTHING, filled: (certain: Interval) => Math.max(1, timeline.bucketsIn(certain, width, usual)) }
}

/** Buckets that one shard returns: only those with documents. The engine adds empty ones after the merge. */
function bucketsOfIndex({ inputs, timeField }: Reading, field: FieldReference, certain: Interval, width: number) {
  if (!inputs.timeline || field.name !== timeField) return Infinity
  return Math.max(1, inputs.timeline.indexBucketsIn(certain, width))
}

function boundsFor(field: FieldReference, around: Around): Interval {
  return field.traits ? around.bounds(field.name) : NOTHING
}

function readTimes(reading: Reading, path: Path, object: JsonObject): Times {
  return {
    format: readOptional(object, path, 'format', (...place) => readChoice(reading, ...place, OUTPUT_FORMATS)),
    zone: readOptional(object, path, 'time_zone', (...place) => readTimeZone(reading, ...place)),
  }
}

function timesOf({ format, zone }: Times): Built {
  return { format, time_zone: zone }
}
