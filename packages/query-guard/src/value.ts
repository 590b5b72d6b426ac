import { isAddress, isNetwork } from './address.ts'
import type { FieldReference } from './field-catalog.ts'
import type { Json } from './json/parse.ts'
import type { Path } from './json/pointer.ts'
import { NUMBER_TYPES, numberMismatch } from './number-value.ts'
import type { Reading } from './reading.ts'
import { type DateRule, dateMismatch } from './time/date-value.ts'

export { NUMBER_TYPES }

/** A value that a query compares with. */
export type Scalar = string | number | bigint | boolean

/** Restrictions of a position in a body, in addition to the type of the field. */
export interface ValueRule extends DateRule {
  /** A single IP address, not a network. */
  isAddressAlone?: boolean
}

/** A value that the engine compares literally: no date math, no network. */
export const EXACT: ValueRule = { isFixed: true, isAddressAlone: true }

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
  rule: ValueRule = {},
): Scalar | undefined {
  const scalar = readScalar(reading, path, value)
  const expected = scalar === undefined ? undefined : mismatch(scalar, field.traits?.type ?? '', rule)
  return expected ? reading.refuse('malformed', path, `${field.asked} holds ${expected}.`) : scalar
}

/** A field with another type, for values that the engine reads as that type. */
export function typedAs(name: string, type: string): FieldReference {
  return { name, asked: name, traits: { type, searchable: true, sortable: true, aggregatable: true } }
}

/** What to write for a type, if the value does not fit it. */
function mismatch(value: Scalar, type: string, rule: ValueRule): string | undefined {
  if (NUMBER_TYPES.has(type)) return numberMismatch(value, type)
  if (type === 'date' || type === 'date_nanos') return dateMismatch(value, type, rule)
  const text = String(value)
  if (type === 'boolean') return text === 'true' || text === 'false' ? undefined : 'true or false: write one of them'
  if (type !== 'ip' || isAddress(text)) return undefined
  if (rule.isAddressAlone) return 'addresses: write one such as 192.0.2.7 or 2001:db8::7'
  return isNetwork(text) ? undefined : 'addresses: write 192.0.2.7 or 192.0.2.0/24'
}
