import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { isObject, readDirection, readInteger, readObject } from '../shape.ts'
import type { AggregationKind } from './aggregation-tree.ts'

type TermsKind = Extract<AggregationKind, { type: 'terms' }>

const TERMS = {
  title: 'a terms aggregation',
  keys: ['field', 'size', 'order', 'min_doc_count'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const MISSING = { title: 'a missing aggregation', keys: ['field'], engineKeys: ENGINE_AGGREGATION_OPTIONS }

/** `terms`: the most frequent values of a field, or the first ones by key. */
export function readTermsAggregation(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, TERMS)
  if (!object) return undefined
  const field = readField(reading, at(path, 'field'), object.field, 'aggregatable')
  const bounds = { min: 1, max: LIMITS.termsSize }
  const size = object.size === undefined ? undefined : readInteger(reading, at(path, 'size'), object.size, bounds)
  const order = readOrder(reading, at(path, 'order'), object.order)
  const minDocCount = readMinDocCount(reading, at(path, 'min_doc_count'), object.min_doc_count)
  return field && { type: 'terms', field: field.name, size, order, minDocCount }
}

/** `missing`: how many documents lack a field. */
export function readMissing(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, MISSING)
  const field = object && readField(reading, at(path, 'field'), object.field, 'aggregatable')
  return field && { type: 'missing', field: field.name }
}

function readOrder(reading: Reading, path: Path, value: Json | undefined): TermsKind['order'] {
  if (value === undefined) return []
  const given = Array.isArray(value)
    ? value.map((each, index) => [each, at(path, index)] as const)
    : [[value, path] as const]
  const order = given.flatMap(([each, here]) => readOrderKeys(reading, here, each))
  if (order.length > 2 || given.length === 0)
    reading.refuse('malformed', path, 'Order by "_count", by "_key", or by both.')
  return order
}

function readOrderKeys(reading: Reading, path: Path, value: Json): TermsKind['order'] {
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length === 0)
    reading.refuse('malformed', path, 'Write the order as {"_count": "desc"} or {"_key": "asc"}.')
  return entries.slice(0, 3).flatMap(([by, given]) => {
    if (by !== '_count' && by !== '_key') {
      reading.refuse('not-allowed', at(path, by), 'Buckets are ordered by "_count" or "_key" only; write one of them.')
      return []
    }
    const direction = readDirection(reading, at(path, by), given)
    return direction ? [{ by, direction }] : []
  })
}

function readMinDocCount(reading: Reading, path: Path, value: Json | undefined): number | undefined {
  if (value === undefined) return undefined
  // With zero the engine also lists values of documents that the query leaves out.
  if (value === 0)
    return reading.refuse('not-allowed', path, 'Buckets without documents are not listed; write 1 or more.')
  return readInteger(reading, path, value, { min: 1, max: 2_147_483_647 })
}
