import type { AggregationEffort } from '../aggregation/aggregation-tree.ts'
import type { Effort } from '../query/query-tree.ts'
import type { CostBudget, CostInputs } from './cost.ts'

/** What the estimate is made for where nobody says: a box of two processors with a week of events. */
export const DEFAULT_INPUTS: CostInputs = { documents: 10_000_000, shards: 8, cores: 2 }

/** What one body may cost where nobody says: it ends before the engine's own limit of ten seconds. */
export const DEFAULT_BUDGET: CostBudget = { workMs: 8_000, memoryBytes: 256 * 1_024 ** 2 }

/** Up to here a body counts as cheap. */
export const CHEAP_MS = 250

/** Nanoseconds for each document that a clause looks at. */
export const CLAUSE_NS: Record<Effort, number> = {
  none: 0,
  all: 1,
  term: 5,
  terms: 8,
  points: 12,
  exists: 4,
  text: 15,
  // The terms of a field are walked through; at worst each document has one of its own.
  dictionary: 120,
  automaton: 200,
}

/** Nanoseconds to find one value in the terms of one shard. */
export const LOOKUP_NS = 20_000

/** Nanoseconds for each document that an aggregation counts. */
export const AGGREGATION_NS: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 30,
  hash: 60,
  tuples: 800,
  composite: 250,
  rounding: 25,
  ranges: 30,
  filters: 5,
  sample: 20,
  number: 15,
  sketch: 60,
  digest: 120,
  hits: 60,
}

/** Bytes for each document that a shard has in hand, at worst each with a value of its own. */
export const AGGREGATION_BYTES: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 8,
  hash: 40,
  tuples: 160,
  composite: 1,
  rounding: 1,
  ranges: 0,
  filters: 0,
  sample: 0,
  number: 0,
  sketch: 4,
  digest: 4,
  hits: 0,
}

/** Everything else that the estimate multiplies by. */
export const WEIGHTS = {
  /** To ask a shard at all. */
  shardNs: 300_000,
  /** To build, send and join one bucket of one shard. */
  bucketNs: 2_000,
  bucketBytes: 250,
  /** To look at a document for the order of hits, by a field and by the score; the time field is sorted already. */
  sortNs: 20,
  timeSortNs: 2,
  scoreNs: 4,
  countNs: 3,
  collapseNs: 60,
  /** To join one hit of one shard, and to read one stored document. */
  rankNs: 500,
  rankBytes: 150,
  fetchNs: 40_000,
  fetchBytes: 8_192,
  /** To read one more field of a hit, and to highlight one. */
  fieldNs: 3_000,
  highlightNs: 60_000,
  /** A bucket ordered by a metric needs the metric of every value there is. */
  orderBytes: 40,
} as const
