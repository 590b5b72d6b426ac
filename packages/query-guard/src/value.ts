import { isDateExpression } from './time/date-expression.ts'
import type { FieldReference } from './field-catalog.ts'
import type { Json } from './json/parse.ts'
import type { Path } from './json/pointer.ts'
import type { Reading } from './reading.ts'

/** A value that a query compares with. */
export type Scalar = string | number | bigint | boolean

/** The engine's number types. */
export const NUMBER_TYPES: ReadonlySet<string> = new Set([
  'byte',
  'short',
  'integer',
  'long',
  'unsigned_long',
  'half_float',
  'float',
  'double',
  'scaled_float',
])

const NUMBER_TEXT = /^[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/
const ADDRESS_TEXT = /^[0-9A-Fa-f:.]{2,45}(?:\/\d{1,3})?$/

/** Reads a string, number or boolean. */
export function readScalar(reading: Reading, path: Path, value: Json | undefined): Scalar | undefined {
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    return reading.refuse('malformed', path, 'This string holds half a surrogate pair; write whole characters.')
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value
  return reading.refuse('malformed', path, 'Write a string, a number, true or false.')
}

/** Reads a value and checks that the field's type can be compared with it. */
export function readValue(
  reading: Reading,
  path: Path,
  value: Json | undefined,
  field: FieldReference,
): Scalar | undefined {
  const scalar = readScalar(reading, path, value)
  const expected = scalar === undefined ? undefined : mismatch(scalar, field.traits?.type ?? '')
  return expected ? reading.refuse('malformed', path, `${field.name} holds ${expected}.`) : scalar
}

/** What should be written for a type, if the value does not fit it. */
function mismatch(value: Scalar, type: string): string | undefined {
  const text = String(value)
  if (NUMBER_TYPES.has(type)) {
    return typeof value !== 'boolean' && NUMBER_TEXT.test(text) ? undefined : 'numbers: write one'
  }
  if (type === 'date' || type === 'date_nanos') {
    const fits = typeof value === 'string' ? isDateExpression(value) : typeof value !== 'boolean'
    return fits ? undefined : 'times: write 2026-11-14T09:12:33Z, now-24h or milliseconds'
  }
  if (type === 'boolean') return text === 'true' || text === 'false' ? undefined : 'true or false: write one of them'
  if (type === 'ip') return ADDRESS_TEXT.test(text) ? undefined : 'addresses: write 192.0.2.7 or 192.0.2.0/24'
  return undefined
}
