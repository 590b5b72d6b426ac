import type { Query } from '../query/query-tree.ts'
import type { Scalar } from '../value.ts'

export type Direction = 'asc' | 'desc'

/** Aggregations that answer one number, or a few, per bucket. */
export const METRICS = ['min', 'max', 'avg', 'sum', 'stats', 'value_count'] as const
export type Metric = (typeof METRICS)[number]

/** One named source of a composite aggregation. */
export interface CompositeSource {
  name: string
  field: string
  order: Direction | undefined
}

/** What an aggregation does, as the grammar has read it. */
export type AggregationKind =
  | {
      type: 'terms'
      field: string
      size: number | undefined
      order: { by: '_count' | '_key'; direction: Direction }[]
      minDocCount: number | undefined
    }
  | { type: 'composite'; sources: CompositeSource[]; size: number | undefined; after: Map<string, Scalar> | undefined }
  | { type: 'filter'; query: Query }
  | { type: 'missing'; field: string }
  | { type: 'metric'; metric: Metric; field: string }
  | { type: 'cardinality'; field: string; precisionThreshold: number | undefined }

/** An aggregation under its name, with those inside it. */
export interface Aggregation {
  name: string
  kind: AggregationKind
  children: Aggregation[]
}

/** What the engine takes where a body gives no size. */
export const DEFAULT_BUCKETS = 10
