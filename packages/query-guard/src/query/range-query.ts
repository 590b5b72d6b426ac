import { readField } from '../field.ts'
import type { FieldReference } from '../field-catalog.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { addressNumber } from '../address-number.ts'
import type { LeafCondition } from './leaf-condition.ts'
import { readChoice, readObject, readOptional, readSingle } from '../shape.ts'
import { EVERYTHING, hull, type Interval, meet, NOTHING } from '../time/interval.ts'
import { type DateContext, spanOfDate } from '../time/span-of-date.ts'
import { readTimeZone } from '../time/time-zone.ts'
import { NUMBER_TYPES, readValue, type Scalar } from '../value.ts'
import { readBoost } from './boost.ts'
import { build } from './build-query.ts'
import type { Bound, Built, LeafQuery } from './query-tree.ts'
import { effortOf } from './weight.ts'

const BOUNDS: readonly Bound[] = ['gte', 'gt', 'lte', 'lt']
const ALTERNATIVES: readonly (readonly [Bound, Bound])[] = [
  ['gte', 'gt'],
  ['lte', 'lt'],
]

/** The date formats that a body may use. */
export const DATE_FORMATS = [
  'strict_date_optional_time',
  'strict_date_optional_time||epoch_millis',
  'date_optional_time',
  'epoch_millis',
  'epoch_second',
] as const

const MOST_BOUNDING_VALUES = 20

const RANGE = {
  title: 'a range query',
  keys: [...BOUNDS, 'format', 'time_zone', 'boost'],
  engineKeys: ['from', 'include_lower', 'include_upper', 'relation', 'to', '_name'],
}

/** `range`: bounds on one field. A bound of `null` means no bound, as in the engine. */
export function readRange(reading: Reading, path: Path | undefined, json: Json): LeafQuery | undefined {
  const { dependencies } = reading
  const usesBefore = dependencies.uses
  const range = readRangeOf(reading, path, json)
  if (range) dependencies.ranges.set(range, { path, json, uses: dependencies.uses - usesBefore })
  return range
}

function readRangeOf(reading: Reading, path: Path | undefined, json: Json): LeafQuery | undefined {
  const single = readSingle(reading, path, json, 'a range query (one field)')
  const field = single && readField(reading, single.path, single.key, 'searchable')
  const object = single && readObject(reading, single.path, single.value, RANGE)
  if (!single || !field || !object) return undefined
  // The engine has no ranges over this type: 400, or 500 inside a filter aggregation.
  if (field.traits?.type === 'wildcard') {
    return reading.refuse('not-allowed', single.path, `${field.asked} has no order to take a range of; use wildcard.`)
  }
  const format = readOptional(object, single.path, 'format', (...place) => readChoice(reading, ...place, DATE_FORMATS))
  const bounds = new Map<Bound, Scalar>()
  for (const bound of BOUNDS) {
    const wanted = object[bound]
    if (wanted === undefined || wanted === null) continue
    const value = readValue(reading, at(single.path, bound), wanted, field, { format, isAddressAlone: true })
    if (value !== undefined) bounds.set(bound, value)
  }
  for (const [one, other] of ALTERNATIVES) {
    if (!bounds.has(one) || !bounds.has(other)) continue
    reading.refuse('malformed', at(single.path, other), `Write either ${one} or ${other}, not both.`)
  }
  const zone = readOptional(object, single.path, 'time_zone', (...place) => readTimeZone(reading, ...place))
  const boost = readOptional(object, single.path, 'boost', (...place) => readBoost(reading, ...place))
  const built: Built = {}
  for (const [bound, value] of bounds) built[bound] = build(value)
  if (format !== undefined) built.format = format
  if (zone !== undefined) built.time_zone = zone
  if (boost !== undefined) built.boost = boost
  const effort = effortOf(field)
  const bound = boundOf(field, bounds, { now: reading.now, format, zone })
  return {
    kind: 'leaf',
    type: 'range',
    body: { [field.name]: built },
    weight: 1,
    // Terms are sorted in the index, and each one between the bounds has to be looked up.
    effort: effort === 'term' ? 'dictionary' : effort,
    bound,
    condition: rangeCondition(field, bounds, bound),
  }
}

/** The interval that contains every document with one of these values in a field. */
export function valueBound(reading: Reading, field: FieldReference, values: readonly Scalar[]): LeafQuery['bound'] {
  // A long list narrows little, and parsing a thousand values takes longer than everything else.
  if (!isOrdered(field) || values.length > MOST_BOUNDING_VALUES) return undefined
  const spans = values.map((each) => spanOf(field, each, reading))
  return { field: field.name, interval: spans.reduce(hull, NOTHING) }
}

function boundOf(field: FieldReference, bounds: ReadonlyMap<Bound, Scalar>, context: DateContext): LeafQuery['bound'] {
  if (!isOrdered(field)) return undefined
  let interval: Interval = EVERYTHING
  for (const [bound, value] of bounds) {
    const span = spanOf(field, value, context)
    const isLower = bound === 'gte' || bound === 'gt'
    interval = meet(interval, isLower ? { ...EVERYTHING, from: span.from } : { ...EVERYTHING, to: span.to })
  }
  return { field: field.name, interval }
}

function rangeCondition(
  field: FieldReference,
  bounds: ReadonlyMap<Bound, Scalar>,
  bound: LeafQuery['bound'],
): LeafCondition | undefined {
  if (bound) return { kind: 'interval', field, interval: bound.interval }
  const texts = (...keys: Bound[]) => keys.map((each) => bounds.get(each)).find((each) => each !== undefined)
  const [from, to] = [texts('gte', 'gt'), texts('lte', 'lt')]
  if (field.traits?.type !== 'ip') {
    return { kind: 'texts', field, from: from?.toString(), to: to?.toString(), isPrefix: false }
  }
  const [least, greatest] = [from, to].map((each) => (each === undefined ? undefined : addressNumber(String(each))))
  // IPv4 addresses sort among the IPv6 ones, so an IPv6 or an absent bound gives no IPv4 interval.
  if (least === undefined || greatest === undefined) return { kind: 'exists', field }
  return { kind: 'interval', field, interval: { from: least, to: greatest } }
}

function spanOf({ traits }: FieldReference, value: Scalar, context: DateContext): Interval {
  if (traits?.type === 'date' || traits?.type === 'date_nanos') return spanOfDate(value, context)
  const number = Number(value)
  return Number.isNaN(number) ? EVERYTHING : { from: number, to: number }
}

function isOrdered({ traits }: FieldReference): boolean {
  return (
    traits !== undefined && (NUMBER_TYPES.has(traits.type) || traits.type === 'date' || traits.type === 'date_nanos')
  )
}
