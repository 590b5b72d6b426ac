import type * as contract from '@watchpost/contract'
import type { Static } from 'typebox'

/** A search in the language of the engine. May contain parts that the contract does not define: the guard decides. */
export type SearchBody = Static<typeof contract.SearchBody> & { [part: string]: unknown }

type Response = Static<typeof contract.SearchResponse>

/** A stored document as a search returns it. */
export type SearchHit = Omit<Response['hits']['hits'][number], '_source'> & {
  _source?: Record<string, unknown>
  [part: string]: unknown
}

/** The answer of the engine. */
export type SearchAnswer = Omit<Response, 'hits' | 'aggregations'> & {
  hits: Omit<Response['hits'], 'hits'> & { hits: SearchHit[] }
  aggregations?: Record<string, Aggregation>
}

/** One aggregation: buckets, or a value, and further aggregations inside. */
export interface Aggregation {
  buckets?: Bucket[]
  value?: number | null
  [part: string]: unknown
}

export interface Bucket {
  key: string | number
  key_as_string?: string
  doc_count: number
  [part: string]: unknown
}
