import { ENGINE_AGGREGATION_OPTIONS } from '../engine-names.ts'
import type { FieldReference } from '../field-catalog.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { build, given } from '../query/build-query.ts'
import type { Reading } from '../reading.ts'
import { readInteger, readList, readObject, readOptional } from '../shape.ts'
import { EXACT, readValue } from '../value.ts'
import { groupingEffort, readAggregated } from './aggregation-field.ts'
import { type AggregationKind, DEFAULT_BUCKETS, kindOf } from './aggregation-tree.ts'
import { readBucketOrder } from './bucket-order.ts'

const SIZES = ['size', 'shard_size', 'order', 'min_doc_count'] as const
const TERMS = {
  title: 'a terms aggregation',
  keys: ['field', ...SIZES, 'include', 'exclude', 'missing'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const MULTI_TERMS = {
  title: 'a multi_terms aggregation',
  keys: ['terms', ...SIZES],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}
const MULTI_TERM = {
  title: 'a field of multi_terms',
  keys: ['field', 'missing'],
  engineKeys: ENGINE_AGGREGATION_OPTIONS,
}

const ALONE = { isAddressAlone: true }

/** `terms`: the most frequent values of a field, or the first by key or by a metric. */
export function readTermsAggregation(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, TERMS)
  if (!object) return undefined
  const field = readAggregated(reading, path, object)
  const sizes = readSizes(reading, path, object)
  if (!field) return undefined
  const values = (key: string) =>
    readOptional(object, path, key, (...place) => readExactValues(reading, ...place, field))
  const missing = readOptional(object, path, 'missing', (...place) => readValue(reading, ...place, field, ALONE))
  return kindOf({
    type: 'terms',
    options: given({
      field: field.name,
      ...sizes.options,
      include: values('include'),
      exclude: values('exclude'),
      missing: missing === undefined ? undefined : build(missing),
    }),
    role: 'buckets',
    effort: groupingEffort(field),
    fields: [field.name],
    fillsMissing: missing !== undefined,
    ...sizes.counts,
  })
}

/** `multi_terms`: the most frequent combinations of two or three fields. */
export function readMultiTerms(reading: Reading, path: Path, json: Json): AggregationKind | undefined {
  const object = readObject(reading, path, json, MULTI_TERMS)
  if (!object) return undefined
  const sizes = readSizes(reading, path, object)
  const limit = { min: 2, max: LIMITS.multiTermsFields, what: 'fields' }
  const terms = readList(reading, at(path, 'terms'), object.terms, limit, (here, each) => {
    const one = readObject(reading, here, each, MULTI_TERM)
    const field = one && readAggregated(reading, here, one)
    if (!one || !field) return undefined
    const missing = readOptional(one, here, 'missing', (...place) => readValue(reading, ...place, field, ALONE))
    return given({ field: field.name, missing: missing === undefined ? undefined : build(missing) })
  })
  if (!terms) return undefined
  const options = given({ terms, ...sizes.options })
  return kindOf({
    type: 'multi_terms',
    options,
    role: 'buckets',
    effort: 'tuples',
    fields: terms.map((each) => String(each.field)),
    fillsMissing: terms.some((each) => each.missing !== undefined),
    passes: terms.length,
    ...sizes.counts,
  })
}

/** Reads the number of buckets and their order. */
function readSizes(reading: Reading, path: Path, object: JsonObject) {
  const bounds = { min: 1, max: LIMITS.termsSize }
  const size = readOptional(object, path, 'size', (...place) => readInteger(reading, ...place, bounds))
  const buckets = size ?? DEFAULT_BUCKETS
  const shardSize = readOptional(object, path, 'shard_size', (...place) =>
    readInteger(reading, ...place, { min: 1, max: LIMITS.shardSizeFactor * buckets }),
  )
  const minDocCount = readOptional(object, path, 'min_doc_count', (...place) => readMinDocCount(reading, ...place))
  const order = readBucketOrder(reading, at(path, 'order'), object.order, true)
  return {
    options: {
      size,
      shard_size: shardSize,
      order: order.built.length > 0 ? order.built : undefined,
      min_doc_count: minDocCount,
    },
    // Each shard returns half as many again plus ten, so that the merge loses nothing.
    counts: {
      buckets,
      shardBuckets: Math.max(buckets, shardSize ?? Math.ceil(buckets * 1.5) + 10),
      paths: order.paths,
    },
  }
}

function readMinDocCount(reading: Reading, path: Path, value: Json): number | undefined {
  // With zero the engine also returns values of documents that do not match the query.
  if (value === 0) {
    return reading.refuse('not-allowed', path, 'Buckets without documents are not listed; write 1 or more.')
  }
  return readInteger(reading, path, value, { min: 1, max: 2_147_483_647 })
}

/** Values to include or exclude: a list, never a regular expression. */
function readExactValues(reading: Reading, path: Path, value: Json, field: FieldReference): unknown[] | undefined {
  if (!Array.isArray(value)) {
    return reading.refuse('not-allowed', path, 'Expressions are not allowed here; write a list of exact values.')
  }
  const limit = { min: 0, max: LIMITS.includeValues, what: 'values' }
  const values = readList(reading, path, value, limit, (here, each) => readValue(reading, here, each, field, EXACT))
  return values?.map(build)
}
