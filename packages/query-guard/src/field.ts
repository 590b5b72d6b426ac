import { type FieldReference, isFieldName, resolveField } from './field-catalog.ts'
import type { Json } from './json/parse.ts'
import type { Path } from './json/pointer.ts'
import type { Reading } from './reading.ts'
import { quote } from './refusal.ts'

/** How a body uses a field; the catalogue says which uses each field allows. */
export type FieldUse = 'searchable' | 'sortable' | 'aggregatable'

const CANNOT: Record<FieldUse, string> = {
  searchable: 'is kept but not indexed: it cannot be searched; read it from _source',
  sortable: 'cannot be sorted by; sort by a keyword, number, date or address field',
  aggregatable: 'cannot be aggregated; aggregate a keyword, number, date or address field',
}

/** Reads the name of a field, optionally for a use. An unknown name is accepted: the engine finds nothing under it. */
export function readField(
  reading: Reading,
  path: Path,
  name: Json | undefined,
  use?: FieldUse,
): FieldReference | undefined {
  if (typeof name !== 'string') return reading.refuse('malformed', path, 'Write the name of a field as a string.')
  if (name.startsWith('_') && !reading.fields.has(name)) {
    const detail = `${quote(name)} belongs to the engine itself; name a field of the documents, or use an ids query.`
    return reading.refuse('not-allowed', path, detail)
  }
  if (!isFieldName(name)) {
    const detail = `${quote(name)} is no field name; write letters, digits, "_", "@" or "-" joined by dots, no pattern.`
    return reading.refuse('malformed', path, detail)
  }
  const own = reading.fields.get(name)
  if (own?.isDivided) {
    const same = own.sameAs ?? reading.timeField
    const detail = `${quote(name)} is the same as ${quote(same)} in some of these indexes and another time in the others; search the indexes separately, or use ${quote(same)}.`
    return reading.refuse('not-allowed', path, detail)
  }
  const field = resolveField(reading.fields, name)
  if (use && field.traits?.[use] === false) return reading.refuse('not-allowed', path, `${quote(name)} ${CANNOT[use]}.`)
  return field
}
