import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { wholeRangeOf } from '../number-value.ts'
import type { Reading } from '../reading.ts'
import { EXACT, readScalar, readValue, type Scalar, typedAs } from '../value.ts'
import type { SortKey } from './body-tree.ts'

/** Types for which a document without the field has the sort value `null`. */
const NULLABLE: ReadonlySet<string | undefined> = new Set(['ip', 'keyword'])

/** Types with integer sort values, and the type by which the engine compares them. */
const WHOLE: ReadonlyMap<string, 'long' | 'unsigned_long'> = new Map([
  ['byte', 'long'],
  ['short', 'long'],
  ['integer', 'long'],
  ['long', 'long'],
  ['date', 'long'],
  ['boolean', 'long'],
  ['unsigned_long', 'unsigned_long'],
])

/** Tolerance for clients that use doubles: they round 2^63 to 9223372036854776000. */
const ROUNDED_UP = 1_024n

/** Reads `search_after`: the sort values of the last hit of the previous page. An empty list is ignored. */
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
  return sort.map((key, index) => readAfterValue(reading, at(path, index), value[index] ?? null, key) ?? null)
}

function readAfterValue(reading: Reading, path: Path, value: Json, key: SortKey): Scalar | null | undefined {
  const { asked: name } = key
  const type = typeOf(key)
  if (value === null) {
    if (NULLABLE.has(key.unmappedType)) return null
    // The engine answers 500 to null in a numeric sort: there a document without the field has a number.
    return reading.refuse('malformed', path, 'null is a sort value of keyword and address fields only; write a value.')
  }
  const scalar = readScalar(reading, path, value)
  if (scalar === undefined || type === 'keyword') return scalar
  const compared = WHOLE.get(type)
  if (compared && (typeof scalar === 'number' || typeof scalar === 'bigint')) {
    return readWhole(reading, path, scalar, name, compared)
  }
  if (type === 'boolean') {
    return reading.refuse('malformed', path, `${name} is sorted by 0 and 1: write the sort value of the last hit.`)
  }
  // A document without the field has an infinite sort value, which JSON can only write as text.
  if (!compared && (scalar === 'Infinity' || scalar === '-Infinity') && type !== 'ip') return scalar
  return readValue(reading, path, scalar, typedAs(name, type), EXACT)
}

/** The type of the sort values; `_score` and a `scaled_float` have fractions, `_doc` is an integer. */
function typeOf({ name, unmappedType }: SortKey): string {
  return unmappedType ?? (name === '_doc' ? 'integer' : 'double')
}

/** A document without the field sorts at the end of the long range, which clients without 64-bit integers round up. */
function readWhole(
  reading: Reading,
  path: Path,
  value: number | bigint,
  name: string,
  type: 'long' | 'unsigned_long',
): Scalar | undefined {
  const { min, max } = wholeRangeOf(type) ?? { min: 0n, max: 0n }
  const isWhole = typeof value === 'bigint' || Number.isInteger(value)
  const whole = isWhole ? BigInt(value) : undefined
  if (whole === undefined || whole > max + ROUNDED_UP || whole < min - (type === 'long' ? ROUNDED_UP : 0n)) {
    const detail = `${name} is sorted by whole numbers: write one from ${min} to ${max}, the sort value of the last hit.`
    return reading.refuse('malformed', path, detail)
  }
  if (Number.isSafeInteger(value)) return value
  if (whole > max) return max
  return whole < min ? min : whole
}
