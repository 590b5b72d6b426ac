import { ENGINE_AGGREGATION_OPTIONS } from '../../engine-names.ts'
import type { Json } from '../../json/parse.ts'
import { at, type Path } from '../../json/pointer.ts'
import { LIMITS } from '../../limits.ts'
import { given } from '../../query/build-query.ts'
import type { Built } from '../../query/query-tree.ts'
import type { Reading } from '../../reading.ts'
import { quote } from '../../refusal.ts'
import { isObject, listed, readInteger, readList, readObject, readOptional, readSingle } from '../../shape.ts'
import { isAggregationName } from '../aggregation-name.ts'
import { type AggregationKind, DEFAULT_BUCKETS, kindOf } from '../aggregation-tree.ts'
import { type AfterSource, readAfter } from './composite-after.ts'
import { COMPOSITE_SOURCES, readCompositeSource } from './composite-source.ts'

const COMPOSITE = {
  title: 'a composite aggregation',
  keys: ['sources', 'size', 'after'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}

interface Source extends AfterSource {
  built: Built
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
    fields: sources.map((each) => each.field.name),
    fillsMissing: sources.some((each) => each.hasMissing),
    buckets,
    skipsEmpty: true,
  })
}

function readSources(reading: Reading, path: Path, value: Json | undefined): Source[] | undefined {
  // The engine also accepts a single source that is not in a list.
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
  const type = COMPOSITE_SOURCES.find((each) => each === kind.key)
  if (!type) {
    const verdict = kind.key === 'geotile_grid' ? 'not-allowed' : 'malformed'
    return reading.refuse(
      verdict,
      kind.path,
      `${quote(kind.key)} cannot be a source; write ${listed(COMPOSITE_SOURCES)}.`,
    )
  }
  const source = readCompositeSource(reading, kind.path, type, kind.value)
  if (!source) return undefined
  const { options, field, format } = source
  const built = { [named.key]: { [type]: options } }
  return { name: named.key, kind: type, field, format, built, hasMissing: options.missing_bucket === true }
}
