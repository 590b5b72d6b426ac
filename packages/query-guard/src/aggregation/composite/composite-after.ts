import type { FieldReference } from '../../field-catalog.ts'
import type { Json, JsonObject } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { build } from '../../query/build-query.ts'
import type { Built } from '../../query/query-tree.ts'
import type { Reading } from '../../reading.ts'
import { isObject } from '../../shape.ts'
import { EXACT, NUMBER_TYPES, readValue, type Scalar, typedAs } from '../../value.ts'
import { DATE_TYPES } from '../aggregation-field.ts'

/** What `after` depends on in a source. */
export interface AfterSource {
  name: string
  kind: 'terms' | 'date_histogram' | 'histogram'
  field: FieldReference
  /** The format of time bucket keys: `after` is read in it too. */
  format: string | undefined
  /** Documents without the field have a bucket too, with the key `null`. */
  hasMissing: boolean
}

/** Reads `after`: the `after_key` of the previous page, each value as the engine writes it for its source. */
export function readAfter(
  reading: Reading,
  path: Path,
  value: Json,
  sources: readonly AfterSource[],
): Built | undefined {
  const names = sources.map((each) => each.name)
  if (!isObject(value) || !hasExactly(value, names)) {
    const detail = `Write after as the after_key of the page before, with a value for each of ${names.join(', ')}.`
    return reading.refuse('malformed', path, detail)
  }
  const after: Built = {}
  for (const source of sources) {
    const one = value[source.name]
    const scalar = one === null && source.hasMissing ? null : readOne(reading, at(path, source.name), one, source)
    if (scalar !== undefined) after[source.name] = scalar === null ? null : build(scalar)
  }
  return after
}

function readOne(
  reading: Reading,
  path: Path,
  value: Json | undefined,
  { kind, field, format }: AfterSource,
): Scalar | undefined {
  const { asked: name, traits } = field
  if (kind === 'histogram') return readValue(reading, path, value, typedAs(name, 'double'))
  const isTime = kind === 'date_histogram' || DATE_TYPES.has(traits?.type ?? '')
  // With a format the bucket keys are formatted, without one they are milliseconds.
  if (isTime && format !== undefined) {
    return readValue(reading, path, value, typedAs(name, 'date'), { ...EXACT, format })
  }
  if (isTime) return readMilliseconds(reading, path, value, name)
  // For types that it compares by bytes, the engine accepts strings only.
  const isNumber = traits?.type === 'boolean' || NUMBER_TYPES.has(traits?.type ?? '')
  if (isNumber || typeof value === 'string') return readValue(reading, path, value, field, EXACT)
  return reading.refuse('malformed', path, `${name} holds texts: write the value of the after_key as a string.`)
}

function readMilliseconds(reading: Reading, path: Path, value: Json | undefined, name: string): Scalar | undefined {
  if (Number.isSafeInteger(value)) return Number(value)
  const isText = typeof value === 'string' && /^-?\d{1,19}$/.test(value)
  if (isText || typeof value === 'bigint') return readValue(reading, path, value, typedAs(name, 'long'))
  const detail = `${name} holds times: write whole milliseconds, as in the after_key; dates need a "format" in the source.`
  return reading.refuse('malformed', path, detail)
}

function hasExactly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).length === names.length && names.every((each) => Object.hasOwn(object, each))
}
