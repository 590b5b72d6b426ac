import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { readScalar, type Scalar } from '../value.ts'
import type { SortKey } from './body-tree.ts'

const LONG_MAX = 2n ** 63n - 1n
const UNSIGNED_MAX = 2n ** 64n - 1n
const LONG_MIN = -(2n ** 63n)

/** Types for which a document without the field carries `null` as its sort value. */
const NULLABLE: ReadonlySet<string | undefined> = new Set(['ip', 'keyword'])

/** Reads `search_after`: the sort values of the last hit of the page before. A left-over empty list is no wish at all. */
export function readSearchAfter(
  reading: Reading,
  path: Path,
  value: Json,
  sort: readonly SortKey[],
): (Scalar | null)[] {
  if (!Array.isArray(value)) {
    reading.refuse('malformed', path, 'Write search_after as a list: the sort values of the last hit.')
    return []
  }
  if (value.length === 0) return []
  if (!sort.some((each) => each.name !== '_score')) {
    reading.refuse('malformed', path, 'search_after needs a sort by a field; add one.')
    return []
  }
  if (value.length !== sort.length) {
    const detail = `search_after has ${value.length} values and sort has ${sort.length} keys; write one value for each.`
    reading.refuse('malformed', path, detail)
    return []
  }
  return value.map((each, index) => readAfterValue(reading, at(path, index), each, sort[index]) ?? null)
}

function readAfterValue(
  reading: Reading,
  path: Path,
  value: Json,
  key: SortKey | undefined,
): Scalar | null | undefined {
  if (value === null) {
    if (NULLABLE.has(key?.unmappedType)) return null
    // The engine answers 500 to null where it sorts numbers: there a document without the field has a number, too.
    return reading.refuse('malformed', path, 'null is a sort value of keyword and address fields only; write a value.')
  }
  const scalar = readScalar(reading, path, value)
  return typeof scalar === 'bigint'
    ? clamp(scalar, key?.unmappedType === 'unsigned_long' ? UNSIGNED_MAX : LONG_MAX)
    : scalar
}

/** A document without the field sorts at the end of the long range, which callers without 64-bit integers round up. */
function clamp(value: bigint, max: bigint): bigint {
  if (value > max) return max
  return value < LONG_MIN ? LONG_MIN : value
}
