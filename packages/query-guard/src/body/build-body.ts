import { buildAggregations } from '../aggregation/build-aggregation.ts'
import { build, buildQuery, given } from '../query/build-query.ts'
import type { Built } from '../query/query-tree.ts'
import type { BodyTree, SortKey } from './body-tree.ts'
import { buildHitFields } from './hit-names.ts'

/** Builds the new body, with its keys in a fixed order. A count accepts only a query. */
export function buildBody(tree: BodyTree, kind: 'search' | 'count'): Built {
  return kind === 'count' ? buildCount(tree) : buildSearch(tree)
}

function buildSearch(tree: BodyTree): Built {
  const { sort, searchAfter, collapse, parts, timeoutMs, aggregations } = tree
  return given({
    ...buildCount(tree),
    post_filter: tree.postFilter && buildQuery(tree.postFilter),
    size: tree.size,
    from: tree.from,
    sort: sort.length > 0 ? sort.map(buildSortKey) : undefined,
    search_after: searchAfter.length > 0 ? searchAfter.map((each) => (each === null ? null : build(each))) : undefined,
    collapse: collapse === undefined ? undefined : { field: collapse },
    _source: tree.source,
    docvalue_fields: parts.docvalueFields && buildHitFields(parts.docvalueFields),
    fields: parts.fields && buildHitFields(parts.fields),
    stored_fields: parts.storedFields,
    highlight: parts.highlight,
    track_total_hits: tree.trackTotalHits,
    timeout: timeoutMs === undefined ? undefined : `${timeoutMs}ms`,
    terminate_after: tree.terminateAfter,
    aggs: aggregations.length > 0 ? buildAggregations(aggregations) : undefined,
  })
}

function buildCount({ query }: BodyTree): Built {
  return query ? { query: buildQuery(query) } : {}
}

/** Builds one sort key. */
export function buildSortKey({ name, order, missing, unmappedType }: SortKey): Built {
  return { [name]: given({ order, missing, unmapped_type: unmappedType }) }
}
