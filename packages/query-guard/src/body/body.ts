import { readAggregations } from '../aggregation/aggregation.ts'
import { checkValuePaths } from '../aggregation/value-path.ts'
import { ENGINE_BODY_KEYS } from '../engine-names.ts'
import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import { at } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { boundsOf } from '../query/bounds.ts'
import { readQuery } from '../query/query.ts'
import type { Query } from '../query/query-tree.ts'
import type { Reading } from '../reading.ts'
import { readInteger, readObject, readOptional } from '../shape.ts'
import type { BodyTree } from './body-tree.ts'
import { checkCombinations } from './check-combinations.ts'
import { readCollapse } from './collapse.ts'
import { readHitFields, readStoredFields } from './hit-fields.ts'
import { readHighlight } from './highlight.ts'
import { checkHitNames } from './hit-names.ts'
import { readSearchAfter } from './search-after.ts'
import { readSort } from './sort.ts'
import { readSourceFilter } from './source-filter.ts'
import { readTimeout } from './timeout.ts'
import { words } from '../words.ts'

const BODY = {
  title: 'a search body',
  keys: words(`query post_filter size from sort search_after collapse _source docvalue_fields fields stored_fields highlight
    track_total_hits timeout terminate_after aggs aggregations`),
  engineKeys: ENGINE_BODY_KEYS,
}

/** Reads a whole search body. */
export function readBody(reading: Reading, json: Json): BodyTree | undefined {
  const body = readObject(reading, undefined, json, BODY)
  if (!body) return undefined
  const given = <T>(key: string, read: (path: ReturnType<typeof at>, value: Json) => T): T | undefined =>
    readOptional(body, undefined, key, read)
  const integer = (key: string, min: number, max: number) =>
    given(key, (path, value) => readInteger(reading, path, value, { min, max }))
  const sort = body.sort === undefined ? [] : readSort(reading, at(undefined, 'sort'), body.sort)
  const query = given('query', (path, value) => readQuery(reading, path, value))
  // If the sort was rejected, search_after cannot be checked.
  const searchAfter = given('search_after', (path, value) => sort && readSearchAfter(reading, path, value, sort)) ?? []
  const trackTotalHits = given('track_total_hits', (path, value) =>
    typeof value === 'boolean' ? value : readInteger(reading, path, value, { min: 0, max: LIMITS.trackTotalHits }),
  )
  const tree: BodyTree = {
    query,
    postFilter: given('post_filter', (path, value) => readQuery(reading, path, value)),
    size: integer('size', 0, LIMITS.hits),
    from: integer('from', 0, LIMITS.hits),
    sort: sort ?? [],
    searchAfter,
    collapse: given('collapse', (path, value) => readCollapse(reading, path, value)),
    source: given('_source', (path, value) => readSourceFilter(reading, path, value)),
    parts: {
      docvalueFields: given('docvalue_fields', (path, value) => readHitFields(reading, path, value, 'aggregatable')),
      fields: given('fields', (path, value) => readHitFields(reading, path, value)),
      storedFields: given('stored_fields', (path, value) => readStoredFields(reading, path, value)),
      highlight: given('highlight', (path, value) => readHighlight(reading, path, value)),
    },
    // After a document without the field, the engine fails as soon as it skips documents. It does not skip while it
    // counts all hits.
    trackTotalHits: searchAfter.includes(null) || trackTotalHits,
    timeoutMs: given('timeout', (path, value) => readTimeout(reading, path, value)),
    terminateAfter: integer('terminate_after', 1, 2_147_483_647),
    aggregations: readBodyAggregations(reading, body, query),
    aggregationsKey: body.aggregations === undefined ? 'aggs' : 'aggregations',
  }
  checkTree(reading, tree)
  return tree
}

/** The aggregations of a body, whose histograms depend on the bounds of its query. */
export function readBodyAggregations(reading: Reading, body: JsonObject, query: Query | undefined): Aggregation[] {
  const { dependencies } = reading
  const usesBefore = dependencies.uses
  const bounds = (field: string) => {
    dependencies.uses += 1
    return boundsOf(query, field)
  }
  const aggregations = readAggregations(reading, undefined, body, { bounds })
  dependencies.usesOfAggregations = dependencies.uses - usesBefore
  return aggregations
}

/** Checks what no part of a body can check by itself. */
export function checkTree(reading: Reading, tree: BodyTree): void {
  checkCombinations(reading, tree)
  checkHitNames(reading, tree.parts)
  if (!reading.isFull()) checkValuePaths(reading, tree.aggregations, undefined)
}
