import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import type { FieldReference } from '../field-catalog.ts'
import { isNetwork } from '../address.ts'
import { UNSAFE_NAMES } from '../json/scan.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { build, given } from '../query/build-query.ts'
import { DATE_FORMATS } from '../query/range-query.ts'
import type { Reading } from '../reading.ts'
import { readBoolean, readChoice, readList, readObject, readOptional, readText } from '../shape.ts'
import { readTimeZone } from '../time/time-zone.ts'
import { NUMBER_TYPES, readValue, typedAs, type ValueRule } from '../value.ts'
import { DATE_TYPES, type FieldDemand, readAggregated } from './aggregation-field.ts'
import { type AggregationKind, kindOf } from './aggregation-tree.ts'

/** The options of each of the three, and the type of its values in the engine. */
interface RangeForm {
  type: 'range' | 'date_range' | 'ip_range'
  demand: FieldDemand
  valueType: string
  options: readonly string[]
  rangeKeys: readonly string[]
}

const FORMS: readonly RangeForm[] = [
  {
    type: 'range',
    demand: { types: NUMBER_TYPES, what: 'numbers', instead: 'use date_range or ip_range' },
    valueType: 'double',
    options: ['missing'],
    rangeKeys: ['from', 'to', 'key'],
  },
  {
    type: 'date_range',
    demand: { types: DATE_TYPES, what: 'times', instead: 'use range or ip_range' },
    valueType: 'date',
    options: ['missing', 'format', 'time_zone'],
    rangeKeys: ['from', 'to', 'key'],
  },
  {
    type: 'ip_range',
    demand: { types: new Set(['ip']), what: 'addresses', instead: 'use range or date_range' },
    valueType: 'ip',
    options: [],
    rangeKeys: ['from', 'to', 'mask', 'key'],
  },
]

/** Readers of `range`, `date_range` and `ip_range`: documents by ranges that the caller gives. */
export const RANGE_READERS = FORMS.map(
  (form) => [form.type, (reading: Reading, path: Path, json: Json) => readRanges(reading, path, json, form)] as const,
)

function readRanges(reading: Reading, path: Path, json: Json, form: RangeForm): AggregationKind | undefined {
  const title = `${form.type === 'ip_range' ? 'an' : 'a'} ${form.type} aggregation`
  const keys = ['field', 'ranges', 'keyed', ...form.options]
  const object = readObject(reading, path, json, { title, keys, engineKeys: ENGINE_AGGREGATION_OPTIONS })
  const field = object && readAggregated(reading, path, object, form.demand)
  if (!object || !field) return undefined
  const isTime = form.valueType === 'date'
  const typed = isTime && field.traits ? field : typedAs(field.asked, form.valueType)
  const format = readOptional(object, path, 'format', (...place) => readChoice(reading, ...place, DATE_FORMATS))
  const rule: ValueRule = { format, isAddressAlone: true }
  const limit = { max: LIMITS.ranges, what: 'ranges' }
  const ranges = readList(reading, at(path, 'ranges'), object.ranges, limit, (here, each) =>
    readOne(reading, here, each, form, typed, rule),
  )
  const missing = readOptional(object, path, 'missing', (...place) => readValue(reading, ...place, typed, rule))
  if (!ranges) return undefined
  return kindOf({
    type: form.type,
    options: given({
      field: field.name,
      ranges,
      keyed: readOptional(object, path, 'keyed', (...place) => readBoolean(reading, ...place)),
      format,
      time_zone: readOptional(object, path, 'time_zone', (...place) => readTimeZone(reading, ...place)),
      missing: missing === undefined ? undefined : build(missing),
    }),
    role: 'buckets',
    effort: field.traits ? 'ranges' : 'none',
    fields: [field.name],
    fillsMissing: missing !== undefined,
    buckets: ranges.length,
  })
}

function readOne(reading: Reading, path: Path, json: Json, form: RangeForm, field: FieldReference, rule: ValueRule) {
  const object = readObject(reading, path, json, { title: 'a range', keys: form.rangeKeys })
  if (!object) return undefined
  const end = (key: string) => {
    const value = object[key]
    if (value === undefined || value === null) return undefined
    const scalar = readValue(reading, at(path, key), value, field, rule)
    return scalar === undefined ? undefined : build(scalar)
  }
  const mask = readOptional(object, path, 'mask', (here, value) =>
    typeof value === 'string' && isNetwork(value)
      ? value
      : reading.refuse('malformed', here, 'Write a network such as 192.0.2.0/24.'),
  )
  const key = readOptional(object, path, 'key', (...place) => readBucketKey(reading, ...place))
  return given({ from: end('from'), to: end('to'), mask, key })
}

/** Reads the key of a bucket, which the answer contains as a value or as an object key. */
export function readBucketKey(reading: Reading, path: Path, value: Json): string | undefined {
  const key = readText(reading, path, value, LIMITS.patternLength)
  if (key === undefined || !UNSAFE_NAMES.has(key)) return key
  return reading.refuse('malformed', path, `No bucket can be called so; choose another name.`)
}
