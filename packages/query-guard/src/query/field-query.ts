import { readField } from '../field.ts'
import type { FieldReference } from '../field-catalog.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { isObject, readObject, readSingle } from '../shape.ts'

/** What a query over one field says, short (`{"src_ip": "192.0.2.7"}`) or long (`{"src_ip": {"value": …}}`). */
export interface FieldQuery {
  field: FieldReference
  value: Json | undefined
  path: Path
  options: { [key: string]: Json | undefined }
}

/** The long form of a query: the key of its value, what may stand beside it, and what the engine would also take. */
export interface FieldQueryForm {
  title: string
  valueKey: string
  options?: readonly string[]
  engineKeys: readonly string[]
}

/** Reads `{field: value}` or `{field: {valueKey: value, …options}}`. */
export function readFieldQuery(
  reading: Reading,
  path: Path,
  value: Json,
  { title, valueKey, options = [], engineKeys }: FieldQueryForm,
): FieldQuery | undefined {
  const single = readSingle(reading, path, value, `${title} (one field)`)
  const field = single && readField(reading, single.path, single.key, 'searchable')
  if (!single || !field) return undefined
  if (!isObject(single.value)) return { field, value: single.value, path: single.path, options: {} }
  const shape = { title, keys: [valueKey, ...options], engineKeys }
  const long = readObject(reading, single.path, single.value, shape)
  return long && { field, value: long[valueKey], path: at(single.path, valueKey), options: long }
}
