import { readField } from '../field.ts'
import type { FieldReference } from '../field-catalog.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { isObject, readObject, readOptional, readSingle } from '../shape.ts'
import { readBoost } from './boost.ts'
import { given } from './build-query.ts'
import type { Built } from './query-tree.ts'

/** A query on one field, short (`{"src_ip": "192.0.2.7"}`) or long (`{"src_ip": {"value": …}}`). */
export interface FieldQuery {
  field: FieldReference
  value: Json | undefined
  /** The path of the value. */
  path: Path
  /** The path of the options. */
  holder: Path
  options: JsonObject
  boost: number | undefined
}

/** The long form of a query: the key of its value, its options, and options that only the engine accepts. */
export interface FieldQueryForm {
  title: string
  valueKey: string
  options?: readonly string[]
  engineKeys: readonly string[]
}

/** Reads `{field: value}` or `{field: {valueKey: value, …options}}`; every query accepts a `boost`. */
export function readFieldQuery(
  reading: Reading,
  path: Path,
  value: Json,
  { title, valueKey, options = [], engineKeys }: FieldQueryForm,
): FieldQuery | undefined {
  const single = readSingle(reading, path, value, `${title} (one field)`)
  const field = single && readField(reading, single.path, single.key, 'searchable')
  if (!single || !field) return undefined
  const { path: holder } = single
  if (!isObject(single.value)) {
    return { field, value: single.value, path: holder, holder, options: {}, boost: undefined }
  }
  const shape = { title, keys: [valueKey, ...options, 'boost'], engineKeys: [...engineKeys, '_name'] }
  const long = readObject(reading, holder, single.value, shape)
  if (!long) return undefined
  const boost = readOptional(long, holder, 'boost', (...place) => readBoost(reading, ...place))
  return { field, value: long[valueKey], path: at(holder, valueKey), holder, options: long, boost }
}

/** Builds `{field: value}`, or the long form if there are options. */
export function onField(field: FieldReference, valueKey: string, value: unknown, options: Built): Built {
  const present = given(options)
  const isShort = Object.keys(present).length === 0
  return { [field.name]: isShort ? value : { [valueKey]: value, ...present } }
}
