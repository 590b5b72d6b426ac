import { OUTPUT_FORMATS } from '../aggregation/histogram/date-options.ts'
import { type FieldUse, readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { isObject, readChoice, readList, readObject } from '../shape.ts'
import type { HitField } from './body-tree.ts'

const FORMATTED = { title: 'a field with its format', keys: ['field', 'format'], engineKeys: ['include_unmapped'] }

/** Reads `fields` or `docvalue_fields`: names, or names with a date format. */
export function readHitFields(reading: Reading, path: Path, value: Json, use?: FieldUse): HitField[] | undefined {
  const limit = { min: 0, max: LIMITS.hitFields, what: 'fields' }
  return readList(reading, path, value, limit, (here, each) => {
    if (!isObject(each)) {
      const plain = readField(reading, here, each, use)
      return plain && { name: plain.name, asked: plain.asked, format: undefined, built: plain.name }
    }
    const object = readObject(reading, here, each, FORMATTED)
    const field = object && readField(reading, at(here, 'field'), object.field, use)
    if (!object || !field) return undefined
    const { name, asked } = field
    if (object.format === undefined) return { name, asked, format: undefined, built: { field: name } }
    const formatPath = at(here, 'format')
    if (field.traits && field.traits.type !== 'date' && field.traits.type !== 'date_nanos') {
      return reading.refuse('malformed', formatPath, `${asked} holds no times; leave the format out.`)
    }
    const format = readChoice(reading, formatPath, object.format, OUTPUT_FORMATS)
    return format && { name, asked, format, built: { field: name, format } }
  })
}

/** Reads `stored_fields`, which may only be `_none_`: nothing but `_source` is stored. */
export function readStoredFields(reading: Reading, path: Path, value: Json): '_none_' | undefined {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (one === '_none_') return '_none_'
  return reading.refuse('not-allowed', path, 'Write "_none_", or leave it out and choose by _source.')
}
