import type { Path } from '../json/pointer.ts'
import type { Built, Query } from '../query/query-tree.ts'
import type { Interval } from '../time/interval.ts'

export type Direction = 'asc' | 'desc'

/** How the engine works an aggregation out, as far as the cost goes. */
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

/** `buckets` divides, `narrowing` keeps a part, `metric` and `pipeline` answer numbers and hold no others. */
export type AggregationRole = 'buckets' | 'narrowing' | 'metric' | 'pipeline'

/** A path by which one aggregation names a value of another, for example `a>b.avg`. */
export interface ValuePath {
  text: string
  path: Path
  /** Where the first name is looked for: among those inside, or among its siblings. */
  among: 'children' | 'siblings'
  /** The first name stands for all buckets of an aggregation, and the rest for a value in each. */
  overBuckets: boolean
}

/** What an aggregation does, as the grammar has read it. */
export interface AggregationKind {
  /** The engine's name of it. */
  type: string
  /** What goes under the name. */
  options: Built
  role: AggregationRole
  effort: AggregationEffort
  /** The most buckets that it makes of one bucket around it, in the answer and on each shard before. */
  buckets: number
  shardBuckets: number
  /** How often it goes through each document, where it works on several fields. */
  passes: number
  /** What it holds for each bucket around it, in bytes, apart from its buckets. */
  stateBytes: number
  /** Stored documents that it reads for each bucket around it. */
  fetches: number
  /** Documents of a shard at most that come to what is inside. */
  passesOn: number
  /** The fields whose values it counts, and whether documents without one count as well. */
  fields: readonly string[]
  fillsMissing: boolean
  /** The queries in it. */
  queries: Query[]
  /** The names of its values, for a path; an empty name is the only one there is. */
  values: readonly string[]
  paths: ValuePath[]
  /** Buckets without documents are left out. */
  skipsEmpty: boolean
}

/** An aggregation under its name, with those inside it. */
export interface Aggregation {
  name: string
  kind: AggregationKind
  children: Aggregation[]
  path: Path
}

/** What is known about the documents that an aggregation looks at. */
export interface Around {
  /** Between which values of a field each of them has one, at least. */
  bounds(field: string): Interval
}

/** What the engine takes where a body gives no size. */
export const DEFAULT_BUCKETS = 10

/** A kind of aggregation, with the usual for all that is not said. */
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
