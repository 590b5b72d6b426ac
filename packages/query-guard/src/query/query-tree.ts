import type { Scalar } from '../value.ts'

export type Bound = 'gte' | 'gt' | 'lte' | 'lt'
export type BoolClause = 'must' | 'filter' | 'should' | 'must_not'

/** A query that asks something of one field; `weight` is the number of clauses the engine makes of it. */
export type LeafQuery = { weight: number } & (
  | { type: 'match'; field: string; value: Scalar; operator: 'and' | 'or' | undefined }
  | { type: 'match_phrase' | 'term' | 'prefix' | 'wildcard'; field: string; value: Scalar }
  | { type: 'terms'; field: string; values: Scalar[] }
  | { type: 'exists'; field: string }
  | { type: 'range'; field: string; bounds: Map<Bound, Scalar>; format: string | undefined; zone: string | undefined }
  | { type: 'ids'; values: string[] }
  | { type: 'match_all' | 'match_none' }
)

/** A query that joins others. */
export interface BoolQuery {
  type: 'bool'
  clauses: Map<BoolClause, Query[]>
  minimumShouldMatch: number | string | undefined
  boost: number | undefined
}

/** A query as the grammar has read it: nothing of the caller's but checked names and values. */
export type Query = BoolQuery | LeafQuery
