import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { readObject } from '../shape.ts'
import { NUMBER_TYPES } from '../value.ts'

const COLLAPSE = {
  title: 'a collapse',
  keys: ['field'],
  engineKeys: ['inner_hits', 'max_concurrent_group_searches', 'collapse'],
}

/** Reads `collapse`: only the first of all hits that share a value. */
export function readCollapse(reading: Reading, path: Path, value: Json): string | undefined {
  const object = readObject(reading, path, value, COLLAPSE)
  const here = at(path, 'field')
  const field = object && readField(reading, here, object.field, 'sortable')
  if (!field) return undefined
  const type = field.traits?.type
  if (type === 'keyword' || (type !== undefined && NUMBER_TYPES.has(type))) return field.name
  const detail = type
    ? `${field.asked} cannot be collapsed by; take a keyword or a number.`
    : `There is no field ${quote(field.asked)} to collapse by; check its name.`
  return reading.refuse('malformed', here, detail)
}
