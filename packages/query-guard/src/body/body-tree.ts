import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { Built, Query } from '../query/query-tree.ts'
import type { Scalar } from '../value.ts'

/** One key to sort hits by. */
export interface SortKey {
  /** A field, `_score` or `_doc`. */
  name: string
  /** As the body names it. */
  asked: string
  order: 'asc' | 'desc' | undefined
  missing: '_first' | '_last' | undefined
  /** What an index that lacks the field takes it for, so that it sorts last there instead of failing. */
  unmappedType: string | undefined
  /** The field has an index, by which the engine passes over documents that come too late in the order. */
  isIndexed?: boolean
}

/** Which parts of a stored document a hit carries. */
export type SourceFilter = boolean | { includes: string[]; excludes: string[] }

/** A field that each hit carries. */
export interface HitField {
  /** What the engine is asked for. */
  name: string
  /** The name under which the answer gives it. */
  asked: string
  format: string | undefined
  built: string | Built
}

/** What a hit carries in addition to its document. */
export interface HitParts {
  docvalueFields: HitField[] | undefined
  fields: HitField[] | undefined
  storedFields: '_none_' | undefined
  highlight: Built | undefined
}

/** A search body as the grammar has read it. */
export interface BodyTree {
  query: Query | undefined
  postFilter: Query | undefined
  size: number | undefined
  from: number | undefined
  sort: SortKey[]
  searchAfter: (Scalar | null)[]
  collapse: string | undefined
  source: SourceFilter | undefined
  parts: HitParts
  trackTotalHits: boolean | number | undefined
  timeoutMs: number | undefined
  terminateAfter: number | undefined
  aggregations: Aggregation[]
  /** The key that the caller wrote them under, for pointers. */
  aggregationsKey: 'aggs' | 'aggregations'
}

/** The hits an answer holds where the body gives no size. */
export const DEFAULT_HITS = 10
