import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { readChoice, readObject, readSingle } from '../shape.ts'
import { readValue, type Scalar } from '../value.ts'
import type { Bound, Query } from './query-tree.ts'

const BOUNDS: readonly Bound[] = ['gte', 'gt', 'lte', 'lt']
const FORMATS = [
  'strict_date_optional_time',
  'strict_date_optional_time||epoch_millis',
  'date_optional_time',
  'epoch_millis',
  'epoch_second',
] as const
const ZONE = /^(?:Z|UTC|[+-](?:0\d|1[0-7]):[0-5]\d|[+-]18:00)$/

const RANGE = {
  title: 'a range query',
  keys: [...BOUNDS, 'format', 'time_zone'],
  engineKeys: ['boost', 'from', 'include_lower', 'include_upper', 'relation', 'to', '_name'],
}

/** `range`: bounds on one field. A bound of `null` is no bound, as in the engine. */
export function readRange(reading: Reading, path: Path, json: Json): Query | undefined {
  const single = readSingle(reading, path, json, 'a range query (one field)')
  const field = single && readField(reading, single.path, single.key, 'searchable')
  const object = single && readObject(reading, single.path, single.value, RANGE)
  if (!single || !field || !object) return undefined
  // The engine has no ranges over these: 400, or 500 inside a filter aggregation.
  if (field.traits?.type === 'wildcard') {
    return reading.refuse('not-allowed', single.path, `${field.name} has no order to take a range of; use wildcard.`)
  }
  const bounds = new Map<Bound, Scalar>()
  for (const bound of BOUNDS) {
    const given = object[bound]
    if (given === undefined || given === null) continue
    const value = readValue(reading, at(single.path, bound), given, field)
    if (value !== undefined) bounds.set(bound, value)
  }
  for (const [one, other] of [['gte', 'gt'] as const, ['lte', 'lt'] as const]) {
    if (!bounds.has(one) || !bounds.has(other)) continue
    reading.refuse('malformed', at(single.path, other), `Write either ${one} or ${other}, not both.`)
  }
  const format =
    object.format === undefined ? undefined : readChoice(reading, at(single.path, 'format'), object.format, FORMATS)
  const zone = readZone(reading, at(single.path, 'time_zone'), object.time_zone)
  return { type: 'range', field: field.name, bounds, format, zone, weight: 1 }
}

function readZone(reading: Reading, path: Path, value: Json | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && ZONE.test(value))) return value
  return reading.refuse('malformed', path, 'Write the time zone as "UTC" or as an offset such as "+01:00".')
}
