import type { Aggregation } from '../aggregation/aggregation-tree.ts'
import type { Built, Query } from '../query/query-tree.ts'
import type { Scalar } from '../value.ts'

/** One sort key. */
export interface SortKey {
  /** A field, `_score` or `_doc`. */
  name: string
  /** The name in the caller's body. */
  asked: string
  order: 'asc' | 'desc' | undefined
  missing: '_first' | '_last' | undefined
  /** The type for an index that lacks the field, so that its documents sort last instead of failing. */
  unmappedType: string | undefined
  /** The field has an index, so the engine can skip documents that sort too late. */
  isIndexed?: boolean
}

/** Which parts of a stored document a hit contains. */
export type SourceFilter = boolean | { includes: string[]; excludes: string[] }

/** A requested field of hits. */
export interface HitField {
  /** The engine's name. */
  name: string
  /** The name in the answer. */
  asked: string
  format: string | undefined
  built: string | Built
}

/** What a hit contains in addition to its document. */
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
  /** The key that the caller used for them, for pointers. */
  aggregationsKey: 'aggs' | 'aggregations'
}

/** The engine's default number of hits. */
export const DEFAULT_HITS = 10
