import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { build, given } from '../query/build-query.ts'
import type { Built } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import { isObject, listed, readInteger, readList, readObject, readOptional, readSingle } from '../shape.ts'
import { readScalar } from '../value.ts'
import { isAggregationName } from './aggregation-name.ts'
import { type AggregationKind, DEFAULT_BUCKETS, kindOf } from './aggregation-tree.ts'
import { COMPOSITE_SOURCES, readCompositeSource } from './composite-source.ts'

const COMPOSITE = {
  title: 'a composite aggregation',
  keys: ['sources', 'size', 'after'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}

interface Source {
  name: string
  built: Built
  /** Documents without the field have a bucket, too, under `null`. */
  hasMissing: boolean
}

/** `composite`: every combination of up to four fields, page by page. */
export function readComposite(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, COMPOSITE)
  if (!object) return undefined
  // The engine answers 500 to a size of 0.
  const bounds = { min: 1, max: LIMITS.buckets }
  const size = readOptional(object, path, 'size', (...place) => readInteger(reading, ...place, bounds))
  const sources = readSources(reading, at(path, 'sources'), object.sources)
  if (!sources) return undefined
  const after = readOptional(object, path, 'after', (...place) => readAfter(reading, ...place, sources))
  const buckets = size ?? DEFAULT_BUCKETS
  return kindOf({
    type: 'composite',
    options: given({ sources: sources.map((each) => each.built), size, after }),
    role: 'buckets',
    effort: 'composite',
    passes: sources.length,
    buckets,
    skipsEmpty: true,
  })
}

function readSources(reading: Reading, path: Path, value: Json | undefined): Source[] | undefined {
  // The engine takes a single source without its list, too.
  const list = isObject(value) ? [value] : value
  const names = new Set<string>()
  const limit = { max: LIMITS.compositeSources, what: 'named sources' }
  return readList(reading, path, list, limit, (here, each) => {
    const source = readSource(reading, here, each)
    if (source && names.has(source.name)) {
      return reading.refuse('malformed', here, `Two sources are called ${quote(source.name)}; give each its own name.`)
    }
    if (source) names.add(source.name)
    return source
  })
}

function readSource(reading: Reading, path: Path, json: Json): Source | undefined {
  const named = readSingle(reading, path, json, 'a source')
  if (!named) return undefined
  if (!isAggregationName(named.key)) {
    const detail = `${quote(named.key)} is no name for a source; use letters and digits.`
    return reading.refuse('malformed', named.path, detail)
  }
  const kind = readSingle(reading, named.path, named.value, 'a source')
  if (!kind) return undefined
  if (!COMPOSITE_SOURCES.some((each) => each === kind.key)) {
    const verdict = kind.key === 'geotile_grid' ? 'not-allowed' : 'malformed'
    return reading.refuse(
      verdict,
      kind.path,
      `${quote(kind.key)} cannot be a source; write ${listed(COMPOSITE_SOURCES)}.`,
    )
  }
  const options = readCompositeSource(reading, kind.path, kind.key, kind.value)
  const built = { [named.key]: { [kind.key]: options } }
  return options && { name: named.key, built, hasMissing: options.missing_bucket === true }
}

function readAfter(reading: Reading, path: Path, value: Json, sources: readonly Source[]): Built | undefined {
  const names = sources.map((each) => each.name)
  if (!isObject(value) || !hasExactly(value, names)) {
    const detail = `Write after as the after_key of the page before, with a value for each of ${names.join(', ')}.`
    return reading.refuse('malformed', path, detail)
  }
  const after: Built = {}
  for (const { name, hasMissing } of sources) {
    const one = value[name]
    if (one === null && hasMissing) after[name] = null
    else {
      const scalar = readScalar(reading, at(path, name), one)
      if (scalar !== undefined) after[name] = build(scalar)
    }
  }
  return after
}

function hasExactly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).length === names.length && names.every((each) => Object.hasOwn(object, each))
}
