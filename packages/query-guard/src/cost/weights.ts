import type { AggregationEffort } from '../aggregation/aggregation-tree.ts'
import type { Effort } from '../query/query-tree.ts'
import type { CostBudget, CostInputs } from './cost.ts'

/*
 * Measured on OpenSearch 3.8.0 with two and with ten million documents in eight and thirty shards, as processor time of
 * the engine, and rounded up: the estimate is for the worst, not for the usual. Where a weight comes from another
 * measurement, its comment says so. To calibrate: `pnpm prove guard --only accuracy` runs bodies one at a time,
 * compares each estimate with the processor time of the engine, prints those that are furthest off, and writes estimate,
 * parts and measurement of each body to `accuracy.ndjson`, to fit the weights by.
 */

/** The default inputs of the estimate: a machine with two cores and a week of events. */
export const DEFAULT_INPUTS: CostInputs = { documents: 10_000_000, shards: 8, cores: 2 }

/** The default budget of a body: it ends before the engine's own limits, and two fit into a heap of 1 GiB. */
export const DEFAULT_BUDGET: CostBudget = { workMs: 10_000, memoryBytes: 256 * 1_024 ** 2 }

/** A body up to this cost is cheap. */
export const CHEAP_MS = 250

/** Nanoseconds for each document that a clause reads. */
export const CLAUSE_NS: Record<Effort, number> = {
  none: 0,
  all: 1,
  term: 5,
  terms: 8,
  points: 12,
  exists: 8,
  text: 15,
  // Reads the column of a field without an index: 30 to 110 ns were measured for one document.
  scan: 110,
  // The dictionary of a field is scanned; at worst each document has its own term.
  dictionary: 1_000,
  automaton: 600,
}

/** Nanoseconds to find one value in the terms of one shard. */
export const LOOKUP_NS = 20_000

/** Nanoseconds for each document that an aggregation counts. */
export const AGGREGATION_NS: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 100,
  hash: 110,
  tuples: 700,
  composite: 250,
  rounding: 40,
  ranges: 65,
  filters: 40,
  sample: 45,
  number: 35,
  sketch: 220,
  digest: 180,
  hits: 40,
}

/** Aggregations that keep the buckets of all parent buckets in one table. */
export const SCANNED: ReadonlySet<AggregationEffort> = new Set(['ordinals', 'hash', 'tuples', 'rounding'])

/** Bytes for each document of a shard, at worst each with its own value. */
export const AGGREGATION_BYTES: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 8,
  hash: 24,
  tuples: 100,
  composite: 1,
  rounding: 1,
  ranges: 0,
  filters: 0,
  sample: 0,
  number: 0,
  sketch: 4,
  digest: 0,
  hits: 0,
}

/** All other factors of the estimate. */
export const WEIGHTS = {
  /** To query a shard. */
  shardNs: 300_000,
  /** To build, send and merge one bucket of one shard. */
  bucketNs: 4_000,
  /**
   * The same for an inner bucket: each parent sorts its own. Half of what was measured for bodies with many inner
   * buckets, because that measurement included the scan below.
   */
  innerBucketNs: 5_000,
  /**
   * To scan one entry of the table of inner buckets, for one parent bucket. From `terms flow_id` > `terms src_port 6`
   * over 59,000 documents: 0.36 to 0.44 s of processor time with 3,000 flows (4,510 on a shard), 0.8 to 1.8 s with
   * 9,000 (13,510 on a shard). The time grows with the number of flows, by 1 to 2.3 ns for each flow and document.
   */
  scanNs: 1.5,
  bucketBytes: 200,
  /** To set up the state of a metric for one bucket, per byte. */
  stateNs: 4,
  /** Buckets ordered by a metric need the metric of every value. */
  orderNs: 700,
  orderBytes: 40,
  /** To read a document for sorting hits: by keywords and IP addresses, by numbers and times, by the score. */
  sortNs: 65,
  numberSortNs: 25,
  scoreNs: 4,
  countNs: 3,
  collapseNs: 80,
  /** To merge one hit of one shard. */
  rankNs: 1_000,
  rankBytes: 150,
  /** To read one stored document: in index order, in any other order, and without its content. */
  fetchNs: 25_000,
  scatteredFetchNs: 170_000,
  bareFetchNs: 8_000,
  fetchBytes: 8_192,
  /** To read one more field of a hit, and to highlight one. */
  fieldNs: 10_000,
  highlightNs: 500_000,
} as const
