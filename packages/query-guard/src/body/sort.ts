import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, readChoice, readDirection, readObject } from '../shape.ts'
import { NUMBER_TYPES } from '../value.ts'
import type { SortKey } from './body-tree.ts'

/**
 * Sortable types. Not `date_nanos`: in a descending sort, a document without a value makes the engine hang. Not
 * `wildcard`: the engine sorts by it and then rejects the next page.
 */
const SORTABLE_TYPES: readonly string[] = [...NUMBER_TYPES, 'boolean', 'date', 'ip', 'keyword']

/** Types allowed as `unmapped_type`; `scaled_float` would need its factor. */
const UNMAPPED_TYPES = SORTABLE_TYPES.filter((each) => each !== 'scaled_float')

const FIELD_SORT = {
  title: 'a sort',
  keys: ['order', 'missing', 'unmapped_type'],
  engineKeys: ['format', 'mode', 'nested', 'nested_filter', 'nested_path', 'numeric_type'],
}
const PLAIN_SORT = { title: 'a sort by _score or _doc', keys: ['order'], engineKeys: FIELD_SORT.keys }
const ENGINE_SORTS: ReadonlySet<string> = new Set(['_geo_distance', '_script', '_shard_doc'])

/** Reads `sort`: a field, an object of fields, or a list of either; `undefined` if a key is rejected. */
export function readSort(reading: Reading, path: Path, value: Json): SortKey[] | undefined {
  const isList = Array.isArray(value)
  const entries = isList
    ? value.map((each, index) => readEntry(reading, at(path, index), each))
    : [readEntry(reading, path, value)]
  const keys = entries.flat()
  if (!keys.every((each) => each !== undefined)) return undefined
  if (keys.length <= LIMITS.sortKeys) return keys
  return reading.exceed(path, `There are ${keys.length} sort keys`, keys.length, LIMITS.sortKeys)
}

function readEntry(reading: Reading, path: Path, value: Json): (SortKey | undefined)[] {
  if (reading.isFull()) return []
  if (typeof value === 'string') return [readKey(reading, path, value, {})]
  if (isObject(value)) return Object.entries(value).map(([name, how]) => readKey(reading, at(path, name), name, how))
  return [reading.refuse('malformed', path, 'Sort by a field name or by an object such as {"@timestamp": "desc"}.')]
}

function readKey(reading: Reading, path: Path, name: string, how: Json): SortKey | undefined {
  if (ENGINE_SORTS.has(name)) {
    return reading.refuse('not-allowed', path, `Sorting by ${quote(name)} is not allowed; sort by a field.`)
  }
  const isPlain = name === '_score' || name === '_doc'
  const options = isObject(how) ? readObject(reading, path, how, isPlain ? PLAIN_SORT : FIELD_SORT) : { order: how }
  if (!options) return undefined
  const orderPath = isObject(how) ? at(path, 'order') : path
  const order = options.order === undefined ? undefined : readDirection(reading, orderPath, options.order)
  if (isPlain) return { name, asked: name, order, missing: undefined, unmappedType: undefined }
  const missing =
    options.missing === undefined
      ? undefined
      : readChoice(reading, at(path, 'missing'), options.missing, ['_first', '_last'])
  const unmapped =
    options.unmapped_type === undefined
      ? undefined
      : readChoice(reading, at(path, 'unmapped_type'), options.unmapped_type, UNMAPPED_TYPES)
  const type = readType(reading, path, name, unmapped)
  return (
    type && {
      name: type.name,
      asked: name,
      order,
      missing,
      unmappedType: type.unmapped,
      isIndexed: type.isIndexed,
    }
  )
}

/** The field and its type: from the catalogue, otherwise the caller's `unmapped_type`. */
function readType(
  reading: Reading,
  path: Path,
  name: string,
  given: string | undefined,
): { name: string; unmapped: string | undefined; isIndexed: boolean } | undefined {
  const field = readField(reading, path, name, 'sortable')
  if (!field) return undefined
  if (!field.traits) {
    if (given) return { name, unmapped: given, isIndexed: true }
    const detail = `There is no field ${quote(name)} to sort by; check its name, or add "unmapped_type".`
    return reading.refuse('malformed', path, detail)
  }
  if (!SORTABLE_TYPES.includes(field.traits.type)) {
    const detail = `${quote(name)} cannot be sorted by, being of type ${field.traits.type}; sort by another field.`
    return reading.refuse('not-allowed', path, detail)
  }
  const unmapped = UNMAPPED_TYPES.find((each) => each === field.traits?.type)
  return { name: field.name, unmapped, isIndexed: !field.traits.isColumn }
}
