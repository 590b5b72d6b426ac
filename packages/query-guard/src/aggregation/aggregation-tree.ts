import type { Path } from '../json/pointer.ts'
import type { Built, Query } from '../query/query-tree.ts'
import type { Interval } from '../time/interval.ts'

export type Direction = 'asc' | 'desc'

/** How the engine computes an aggregation, for the cost estimate. */
export type AggregationEffort =
  | 'none'
  | 'ordinals'
  | 'hash'
  | 'tuples'
  | 'composite'
  | 'rounding'
  | 'ranges'
  | 'filters'
  | 'sample'
  | 'number'
  | 'sketch'
  | 'digest'
  | 'hits'

/**
 * `buckets` divides the documents, `narrowing` selects some of them; `metric` and `pipeline` return numbers and contain
 * no other aggregations.
 */
export type AggregationRole = 'buckets' | 'narrowing' | 'metric' | 'pipeline'

/** A path by which one aggregation names a value of another, for example `a>b.avg`. */
export interface ValuePath {
  text: string
  path: Path
  /** Where the first name is looked up: among the inner aggregations, or among the siblings. */
  among: 'children' | 'siblings'
  /** The first name refers to all buckets of an aggregation, and the rest to a value in each. */
  overBuckets: boolean
}

/** An aggregation as the grammar has read it. */
export interface AggregationKind {
  /** The engine's name for it. */
  type: string
  /** The object under that name. */
  options: Built
  role: AggregationRole
  effort: AggregationEffort
  /** The most buckets that it creates per parent bucket, in the answer and on each shard before the merge. */
  buckets: number
  shardBuckets: number
  /** How often it reads each document, if it uses several fields. */
  passes: number
  /** Memory per parent bucket in bytes, without its own buckets. */
  stateBytes: number
  /** Stored documents that it reads per parent bucket. */
  fetches: number
  /** The most documents of a shard that it passes to inner aggregations. */
  passesOn: number
  /** The fields whose values it counts, and whether documents without a value count too. */
  fields: readonly string[]
  fillsMissing: boolean
  /** Its queries. */
  queries: Query[]
  /** The names of its values, for a path; an empty name means that it has a single value. */
  values: readonly string[]
  paths: ValuePath[]
  /** Buckets without documents are omitted. */
  skipsEmpty: boolean
}

/** A named aggregation with its inner aggregations. */
export interface Aggregation {
  name: string
  kind: AggregationKind
  children: Aggregation[]
  path: Path
}

/** What is known about the documents that an aggregation reads. */
export interface Around {
  /** Each document has at least one value of the field in this interval. */
  bounds(field: string): Interval
}

/** The engine's default for an absent size. */
export const DEFAULT_BUCKETS = 10

/** Creates an aggregation kind, with defaults for all omitted properties. */
export function kindOf(
  known: Pick<AggregationKind, 'type' | 'options' | 'role' | 'effort'> & Partial<AggregationKind>,
) {
  const buckets = known.role === 'narrowing' ? 1 : 0
  const kind: AggregationKind = {
    buckets,
    shardBuckets: known.buckets ?? buckets,
    passes: 1,
    stateBytes: 0,
    fetches: 0,
    passesOn: Infinity,
    fields: [],
    fillsMissing: false,
    queries: [],
    values: [],
    paths: [],
    skipsEmpty: false,
    ...known,
  }
  return kind
}
