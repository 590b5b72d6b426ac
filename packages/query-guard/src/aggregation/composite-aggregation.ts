import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import { readField } from '../field.ts'
import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, readDirection, readInteger, readObject, readSingle } from '../shape.ts'
import { readScalar, type Scalar } from '../value.ts'
import { isAggregationName } from './aggregation-name.ts'
import type { AggregationKind, CompositeSource } from './aggregation-tree.ts'

const COMPOSITE = {
  title: 'a composite aggregation',
  keys: ['sources', 'size', 'after'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const SOURCE = {
  title: 'a terms source',
  keys: ['field', 'order'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const ENGINE_SOURCES: ReadonlySet<string> = new Set(['date_histogram', 'geotile_grid', 'histogram'])

/** `composite`: every combination of up to four fields, page by page. */
export function readComposite(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, COMPOSITE)
  if (!object) return undefined
  // The engine answers 500 to a size of 0.
  const bounds = { min: 1, max: LIMITS.buckets }
  const size = object.size === undefined ? undefined : readInteger(reading, at(path, 'size'), object.size, bounds)
  const sources = readSources(reading, at(path, 'sources'), object.sources)
  const after = sources && readAfter(reading, at(path, 'after'), object.after, sources)
  return sources && { type: 'composite', sources, size, after }
}

function readSources(reading: Reading, path: Path, value: Json | undefined): CompositeSource[] | undefined {
  // The engine takes a single source without its list, too.
  const given = isObject(value) ? [value] : value
  if (!Array.isArray(given) || given.length === 0) {
    return reading.refuse('malformed', path, 'Write sources as a list of named terms sources, one at least.')
  }
  if (given.length > LIMITS.compositeSources) {
    return reading.exceed(path, `There are ${given.length} sources`, given.length, LIMITS.compositeSources)
  }
  const names = new Set<string>()
  const sources = given.map((each, index) => {
    const here = at(path, index)
    const source = readSource(reading, here, each)
    if (source && names.has(source.name)) {
      return reading.refuse('malformed', here, `Two sources are called ${quote(source.name)}; give each its own name.`)
    }
    if (source) names.add(source.name)
    return source
  })
  return sources.every((each) => each !== undefined) ? sources : undefined
}

function readSource(reading: Reading, path: Path, json: Json): CompositeSource | undefined {
  const named = readSingle(reading, path, json, 'a source')
  if (!named) return undefined
  if (!isAggregationName(named.key)) {
    return reading.refuse(
      'malformed',
      named.path,
      `${quote(named.key)} is no name for a source; use letters and digits.`,
    )
  }
  const kind = readSingle(reading, named.path, named.value, 'a source')
  if (!kind) return undefined
  if (kind.key !== 'terms') {
    const verdict = ENGINE_SOURCES.has(kind.key) ? 'not-allowed' : 'malformed'
    return reading.refuse(verdict, kind.path, `${quote(kind.key)} cannot be a source here; write "terms".`)
  }
  const object = readObject(reading, kind.path, kind.value, SOURCE)
  const field = object && readField(reading, at(kind.path, 'field'), object.field, 'aggregatable')
  if (!object || !field) return undefined
  const order = object.order === undefined ? undefined : readDirection(reading, at(kind.path, 'order'), object.order)
  return { name: named.key, field: field.name, order }
}

function readAfter(
  reading: Reading,
  path: Path,
  value: Json | undefined,
  sources: readonly CompositeSource[],
): Map<string, Scalar> | undefined {
  if (value === undefined) return undefined
  const names = sources.map((each) => each.name)
  if (
    !isObject(value) ||
    Object.keys(value).length !== names.length ||
    !names.every((each) => Object.hasOwn(value, each))
  ) {
    const detail = `Write after as the after_key of the page before, with a value for each of ${names.join(', ')}.`
    return reading.refuse('malformed', path, detail)
  }
  const after = new Map<string, Scalar>()
  for (const name of names) {
    const scalar = readScalar(reading, at(path, name), value[name])
    if (scalar !== undefined) after.set(name, scalar)
  }
  return after
}
