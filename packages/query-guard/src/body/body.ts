import { readAggregations } from '../aggregation/aggregation.ts'
import { ENGINE_BODY_KEYS } from '../engine-names.ts'
import type { Json } from '../json/parse.ts'
import { at } from '../json/pointer.ts'
import { LIMITS } from '../limits.ts'
import { readQuery } from '../query/query.ts'
import type { Reading } from '../reading.ts'
import { readInteger, readObject } from '../shape.ts'
import type { BodyTree } from './body-tree.ts'
import { readSearchAfter } from './search-after.ts'
import { readSort } from './sort.ts'
import { readSourceFilter } from './source-filter.ts'

const BODY = {
  title: 'a search body',
  keys: ['query', 'size', 'from', 'sort', 'search_after', '_source', 'track_total_hits', 'aggs', 'aggregations'],
  engineKeys: ENGINE_BODY_KEYS,
}

/** The hits an answer holds where the body gives no size. */
const DEFAULT_HITS = 10

/** Reads a whole search body. */
export function readBody(reading: Reading, json: Json): BodyTree | undefined {
  const body = readObject(reading, undefined, json, BODY)
  if (!body) return undefined
  const given = <T>(key: string, read: (path: ReturnType<typeof at>, value: Json) => T): T | undefined => {
    const value = body[key]
    return value === undefined ? undefined : read(at(undefined, key), value)
  }
  const window = { min: 0, max: LIMITS.hits }
  const size = given('size', (path, value) => readInteger(reading, path, value, window))
  const from = given('from', (path, value) => readInteger(reading, path, value, window))
  const sort = body.sort === undefined ? [] : readSort(reading, at(undefined, 'sort'), body.sort)
  const tree: BodyTree = {
    query: given('query', (path, value) => readQuery(reading, path, value)),
    size,
    from,
    sort: sort ?? [],
    // Without a sort that could be read there is nothing to say about what follows from it.
    searchAfter: given('search_after', (path, value) => sort && readSearchAfter(reading, path, value, sort)) ?? [],
    source: given('_source', (path, value) => readSourceFilter(reading, path, value)),
    trackTotalHits: given('track_total_hits', (path, value) =>
      typeof value === 'boolean' ? value : readInteger(reading, path, value, { min: 0, max: LIMITS.trackTotalHits }),
    ),
    aggregations: readAggregations(reading, undefined, body),
    aggregationsKey: body.aggregations === undefined ? 'aggs' : 'aggregations',
  }
  checkWindow(reading, tree)
  return tree
}

function checkWindow(reading: Reading, { size = DEFAULT_HITS, from = 0, searchAfter }: BodyTree): void {
  const last = from + size
  if (last > LIMITS.hits) {
    const detail = `from and size reach hit ${last}; at most ${LIMITS.hits} can be reached, page on with search_after.`
    const excess = { estimate: last, budget: LIMITS.hits }
    reading.refuse('too-expensive', at(undefined, 'from'), detail, excess)
  }
  if (from > 0 && searchAfter.length > 0) {
    reading.refuse('malformed', at(undefined, 'from'), 'from does not go with search_after; leave it out.')
  }
}
