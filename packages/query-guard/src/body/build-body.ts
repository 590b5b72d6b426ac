import { buildAggregations } from '../aggregation/build-aggregation.ts'
import { type Built, build, buildQuery } from '../query/build-query.ts'
import type { BodyTree, SortKey } from './body-tree.ts'

/** Writes the body of a search anew, its keys always in the same order. */
export function buildSearch(tree: BodyTree): Built {
  const built = buildCount(tree)
  if (tree.size !== undefined) built.size = tree.size
  if (tree.from !== undefined) built.from = tree.from
  if (tree.sort.length > 0) built.sort = tree.sort.map(buildSortKey)
  if (tree.searchAfter.length > 0)
    built.search_after = tree.searchAfter.map((each) => (each === null ? null : build(each)))
  if (tree.source !== undefined) built['_source'] = tree.source
  if (tree.trackTotalHits !== undefined) built.track_total_hits = tree.trackTotalHits
  if (tree.aggregations.length > 0) built.aggs = buildAggregations(tree.aggregations)
  return built
}

/** Writes the body of a count: the engine takes a query there and nothing else. */
export function buildCount({ query }: BodyTree): Built {
  return query ? { query: buildQuery(query) } : {}
}

function buildSortKey({ name, order, missing, unmappedType }: SortKey): Built {
  const how: Built = {}
  if (order) how.order = order
  if (missing) how.missing = missing
  if (unmappedType) how.unmapped_type = unmappedType
  return { [name]: how }
}
