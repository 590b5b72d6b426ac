import { type Built, build, buildQuery } from '../query/build-query.ts'
import type { Aggregation, AggregationKind } from './aggregation-tree.ts'

/** Writes aggregations anew, under `aggs`' names. */
export function buildAggregations(aggregations: readonly Aggregation[]): Built {
  return Object.fromEntries(aggregations.map((each) => [each.name, buildOne(each)]))
}

function buildOne({ kind, children }: Aggregation): Built {
  const built = buildKind(kind)
  return children.length > 0 ? { ...built, aggs: buildAggregations(children) } : built
}

function buildKind(kind: AggregationKind): Built {
  switch (kind.type) {
    case 'terms':
      return { terms: buildTerms(kind) }
    case 'composite':
      return { composite: buildComposite(kind) }
    case 'filter':
      return { filter: buildQuery(kind.query) }
    case 'missing':
      return { missing: { field: kind.field } }
    case 'metric':
      return { [kind.metric]: { field: kind.field } }
    default:
      return { cardinality: buildCardinality(kind) }
  }
}

function buildCardinality({ field, precisionThreshold }: Extract<AggregationKind, { type: 'cardinality' }>): Built {
  return precisionThreshold === undefined ? { field } : { field, precision_threshold: precisionThreshold }
}

function buildTerms({ field, size, order, minDocCount }: Extract<AggregationKind, { type: 'terms' }>): Built {
  const built: Built = { field }
  if (size !== undefined) built.size = size
  if (order.length > 0) built.order = order.map(({ by, direction }) => ({ [by]: direction }))
  if (minDocCount !== undefined) built.min_doc_count = minDocCount
  return built
}

function buildComposite({ sources, size, after }: Extract<AggregationKind, { type: 'composite' }>): Built {
  const built: Built = {
    sources: sources.map(({ name, field, order }) => ({ [name]: { terms: order ? { field, order } : { field } } })),
  }
  if (size !== undefined) built.size = size
  if (after) built.after = Object.fromEntries([...after].map(([name, value]) => [name, build(value)]))
  return built
}
