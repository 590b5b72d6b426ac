import type { Built } from '../query/query-tree.ts'
import type { Aggregation } from './aggregation-tree.ts'

/** Builds the named aggregations for the new body. */
export function buildAggregations(aggregations: readonly Aggregation[]): Built {
  return Object.fromEntries(aggregations.map((each) => [each.name, buildOne(each)]))
}

function buildOne({ kind, children }: Aggregation): Built {
  const built: Built = { [kind.type]: kind.options }
  if (children.length > 0) built.aggs = buildAggregations(children)
  return built
}
