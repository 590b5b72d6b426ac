import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { buildQuery, given } from '../query/build-query.ts'
import { readQuery } from '../query/query.ts'
import type { Reading } from '../reading.ts'
import { isObject, readBoolean, readInteger, readList, readObject, readOptional } from '../shape.ts'
import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import { readAggregated } from './aggregation-field.ts'
import { type AggregationKind, kindOf } from './aggregation-tree.ts'
import { readBucketKey } from './range-aggregation.ts'

const FILTERS = { title: 'a filters aggregation', keys: ['filters', 'other_bucket', 'other_bucket_key'] }
const MISSING = { title: 'a missing aggregation', keys: ['field'], engineKeys: ENGINE_AGGREGATION_OPTIONS }
const SAMPLER = { title: 'a sampler aggregation', keys: ['shard_size'] }

/** `filter`: the documents that match a query. */
export function readFilter(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const query = readQuery(reading, path, json)
  if (!query) return undefined
  return kindOf({ type: 'filter', options: buildQuery(query), role: 'narrowing', effort: 'filters', queries: [query] })
}

/** `filters`: several queries, each with a bucket; an object with names, or a list without. */
export function readFilters(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, FILTERS)
  if (!object) return undefined
  const here = at(path, 'filters')
  const named = isObject(object.filters) ? object.filters : undefined
  const names = named && Object.keys(named)
  const limit = { max: LIMITS.filters, what: 'filters' }
  const queries = readList(reading, here, named ? Object.values(named) : object.filters, limit, (place, each) => {
    // The entries of a list have an index, those of an object a name.
    const name = names?.[Number(place.key)]
    const named = name === undefined ? place : at(here, name)
    return name !== undefined && readBucketKey(reading, named, name) === undefined
      ? undefined
      : readQuery(reading, named, each)
  })
  const other = readOptional(object, path, 'other_bucket', (...place) => readBoolean(reading, ...place))
  const otherKey = readOptional(object, path, 'other_bucket_key', (...place) => readBucketKey(reading, ...place))
  if (!queries) return undefined
  const built = queries.map(buildQuery)
  const filters = names ? Object.fromEntries(names.map((name, index) => [name, built[index]])) : built
  return kindOf({
    type: 'filters',
    options: given({ filters, other_bucket: other, other_bucket_key: otherKey }),
    role: 'buckets',
    effort: 'filters',
    buckets: queries.length + 1,
    passes: queries.length,
    queries,
  })
}

/** `missing`: the documents that lack a field. */
export function readMissing(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, MISSING)
  const field = object && readAggregated(reading, path, object)
  if (!field) return undefined
  return kindOf({
    type: 'missing',
    options: { field: field.name },
    role: 'narrowing',
    effort: 'number',
    fields: [field.name],
    fillsMissing: true,
  })
}

/** `sampler`: only the best documents of each shard. */
export function readSampler(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, SAMPLER)
  if (!object) return undefined
  const bounds = { min: 1, max: LIMITS.sampleSize }
  const size = readOptional(object, path, 'shard_size', (...place) => readInteger(reading, ...place, bounds))
  const options = given({ shard_size: size })
  const passesOn = size ?? 100
  return kindOf({ type: 'sampler', options, role: 'narrowing', effort: 'sample', stateBytes: passesOn * 16, passesOn })
}
