import { ENGINE_AGGREGATION_OPTIONS } from '../../engine-names.ts'
import type { FieldReference } from '../../field-catalog.ts'
import type { Json, JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { given } from '../../query/build-query.ts'
import type { Built } from '../../query/query-tree.ts'
import type { Reading } from '../../reading.ts'
import { readBoolean, readChoice, readDirection, readNumber, readObject, readOptional } from '../../shape.ts'
import { readIntervalLength } from '../../time/interval-length.ts'
import { readTimeZone } from '../../time/time-zone.ts'
import { NUMBER_TYPES } from '../../value.ts'
import { DATE_TYPES, readAggregated } from '../aggregation-field.ts'
import { OUTPUT_FORMATS, readOffset } from '../histogram/date-options.ts'

/** Kinds of composite sources. */
export const COMPOSITE_SOURCES = ['terms', 'date_histogram', 'histogram'] as const

const SHARED = ['field', 'order', 'missing_bucket', 'missing_order']
const DATES = ['calendar_interval', 'fixed_interval', 'interval', 'format', 'time_zone', 'offset']
const engineKeys = ENGINE_AGGREGATION_OPTIONS
const TERMS = { title: 'a terms source', keys: SHARED, engineKeys }
const DATE_HISTOGRAM = { title: 'a date_histogram source', keys: [...SHARED, ...DATES], engineKeys }
const HISTOGRAM = { title: 'a histogram source', keys: [...SHARED, 'interval'], engineKeys }

const DATE_DEMAND = { types: DATE_TYPES, what: 'times', instead: 'use a terms source' }
const NUMBER_DEMAND = { types: NUMBER_TYPES, what: 'numbers', instead: 'use a terms source' }

/** A source for the engine, and the type of its values. */
interface CompositeSource {
  options: Built
  field: FieldReference
  format: string | undefined
}

/** Reads the options of a source. Sources fill no gaps, so any bucket width is allowed. */
export function readCompositeSource(
  reading: Reading,
  path: Path,
  kind: (typeof COMPOSITE_SOURCES)[number],
  json: Json,
): CompositeSource | undefined {
  if (kind === 'date_histogram') {
    const object = readObject(reading, path, json, DATE_HISTOGRAM)
    const field = object && readAggregated(reading, path, object, DATE_DEMAND)
    const length = object && readIntervalLength(reading, path, object)
    if (!object || !field || !length) return undefined
    const format = readOptional(object, path, 'format', (...place) => readChoice(reading, ...place, OUTPUT_FORMATS))
    const times = {
      format,
      time_zone: readOptional(object, path, 'time_zone', (...place) => readTimeZone(reading, ...place)),
      offset: readOptional(object, path, 'offset', (...place) => readOffset(reading, ...place)),
    }
    const shared = readShared(reading, path, object)
    return { options: given({ field: field.name, ...length.built, ...times, ...shared }), field, format }
  }
  if (kind === 'histogram') {
    const object = readObject(reading, path, json, HISTOGRAM)
    const field = object && readAggregated(reading, path, object, NUMBER_DEMAND)
    if (!object || !field) return undefined
    const range = { min: Number.MIN_VALUE, max: Number.MAX_VALUE }
    const interval = readNumber(reading, at(path, 'interval'), object.interval ?? null, range)
    const shared = readShared(reading, path, object)
    return { options: given({ field: field.name, interval, ...shared }), field, format: undefined }
  }
  const object = readObject(reading, path, json, TERMS)
  const field = object && readAggregated(reading, path, object)
  if (!object || !field) return undefined
  const shared = readShared(reading, path, object)
  return { options: given({ field: field.name, ...shared }), field, format: undefined }
}

function readShared(reading: Reading, path: Path, object: JsonObject): Built {
  const missing = readOptional(object, path, 'missing_bucket', (...place) => readBoolean(reading, ...place))
  if (object.missing_order !== undefined && missing !== true) {
    reading.refuse('malformed', at(path, 'missing_order'), 'missing_order needs "missing_bucket": true; add it.')
  }
  return {
    order: readOptional(object, path, 'order', (...place) => readDirection(reading, ...place)),
    missing_bucket: missing,
    missing_order: readOptional(object, path, 'missing_order', (...place) =>
      readChoice(reading, ...place, ['first', 'last', 'default']),
    ),
  }
}
