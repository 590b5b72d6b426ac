import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { isObject, readDirection } from '../shape.ts'
import type { Direction, ValuePath } from './aggregation-tree.ts'

const PATH = /^[A-Za-z0-9_\- .>]{1,200}$/

/** The order of buckets for the engine, and the values of inner aggregations that it uses. */
export interface BucketOrder {
  built: Record<string, Direction>[]
  paths: ValuePath[]
}

const AS_GIVEN: BucketOrder = { built: [], paths: [] }

/** Reads the order of buckets: by `_count`, by `_key`, or, where possible, by an inner metric. */
export function readBucketOrder(reading: Reading, path: Path, value: Json | undefined, byMetric: boolean): BucketOrder {
  if (value === undefined) return AS_GIVEN
  const given = Array.isArray(value)
    ? value.map((each, index) => [each, at(path, index)] as const)
    : [[value, path] as const]
  const order: BucketOrder = { built: [], paths: [] }
  for (const [each, here] of given.slice(0, 4)) readOrderKeys(reading, here, each, byMetric, order)
  if (given.length === 0 || given.length > 3 || order.built.length > 3) {
    reading.refuse('malformed', path, 'Order by one to three of "_count", "_key" and metrics inside.')
  }
  return order
}

function readOrderKeys(reading: Reading, path: Path, value: Json, byMetric: boolean, order: BucketOrder): void {
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length === 0) {
    reading.refuse('malformed', path, 'Write the order as {"_count": "desc"} or {"_key": "asc"}.')
  }
  for (const [by, given] of entries.slice(0, 4)) {
    const here = at(path, by)
    const isPlain = by === '_count' || by === '_key'
    if (!isPlain && (!byMetric || !PATH.test(by))) {
      reading.refuse('not-allowed', here, 'These buckets are ordered by "_count" or "_key" only; write one of them.')
      continue
    }
    const direction = readDirection(reading, here, given)
    if (!direction) continue
    order.built.push({ [by]: direction })
    if (!isPlain) order.paths.push({ text: by, path: here, among: 'children', overBuckets: false })
  }
}
