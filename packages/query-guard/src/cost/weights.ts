import type { AggregationEffort } from '../aggregation/aggregation-tree.ts'
import type { Effort } from '../query/query-tree.ts'
import type { CostBudget, CostInputs } from './cost.ts'

/*
 * Measured on OpenSearch 3.8.0 as processor time of the engine, with a million documents in thirty shards and with two
 * million in six, and set above what was measured in the middle: by half. A weight that those bodies say nothing about is
 * rounded up from a measurement of its own. To calibrate: `pnpm prove guard --only accuracy` runs bodies one at a time,
 * compares each estimate with the processor time of the engine, prints those that are furthest off, and writes estimate,
 * parts and measurement of each body to `accuracy.ndjson`, to fit the weights by.
 */

/** What the estimate is made for where nobody says: a box of two processors with a week of events. */
export const DEFAULT_INPUTS: CostInputs = { documents: 10_000_000, shards: 8, cores: 2 }

/** What one body may cost where nobody says: it ends before the engine's own limits, and two fit into a heap of 1 GiB. */
export const DEFAULT_BUDGET: CostBudget = { workMs: 10_000, memoryBytes: 256 * 1_024 ** 2 }

/** Up to here a body counts as cheap. */
export const CHEAP_MS = 250

/** Nanoseconds for each document that a clause looks at. */
export const CLAUSE_NS: Record<Effort | 'column' | 'ordinals', number> = {
  none: 0,
  all: 1,
  term: 5,
  terms: 8,
  points: 20,
  exists: 8,
  text: 15,
  // Reads the column of a field without an index: 30 to 110 ns were measured for one document.
  scan: 110,
  // The same once the values to look for are known by their numbers.
  column: 50,
  // To pass one value of such a column while those to look for are found.
  ordinals: 25,
  // The terms of a field are walked through; at worst each document has one of its own.
  dictionary: 1_000,
  automaton: 600,
}

/** Nanoseconds for each document that an aggregation counts. */
export const AGGREGATION_NS: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 160,
  hash: 190,
  tuples: 1_200,
  composite: 230,
  rounding: 40,
  ranges: 65,
  filters: 30,
  sample: 45,
  number: 40,
  sketch: 250,
  digest: 210,
  hits: 40,
}

/** What keeps the buckets of all buckets around it in one table. */
export const SCANNED: ReadonlySet<AggregationEffort> = new Set(['ordinals', 'hash', 'tuples', 'rounding'])

/** What keeps an entry for each value. */
export const TABLED: ReadonlySet<AggregationEffort> = new Set(['ordinals', 'hash', 'tuples'])

/** Bytes for each document that a shard has in hand, at worst each with a value of its own. */
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

/** Everything else that the estimate multiplies by. */
export const WEIGHTS = {
  /** To find one value in the terms of one shard, and one number, time or address. */
  lookupNs: 20_000,
  pointLookupNs: 300,
  /** To ask a shard at all. */
  shardNs: 300_000,
  /** To build, send and join one bucket of one shard. */
  bucketNs: 9_000,
  /** The same for a page of them, which comes in order. */
  pagedBucketNs: 2_000,
  /**
   * The same where it lies in another: each of those sorts its own. Half of what was measured for bodies of many inner
   * buckets, since that measurement held the scan below as well.
   */
  innerBucketNs: 3_000,
  /**
   * To pass one entry of the table of inner buckets, for one bucket around it. From `terms flow_id` > `terms src_port 6`
   * over 59,000 documents: 0.36 to 0.44 s of processor time with 3,000 flows (4,510 on a shard), 0.8 to 1.8 s with 9,000
   * (13,510 on a shard). The time grows with the number of flows, by 1 to 2.3 ns for each flow and document.
   */
  scanNs: 1.5,
  /** To show a document to an aggregation. */
  visitNs: 25,
  tupleVisitNs: 180,
  /** To go through one entry of a table for the largest. */
  entryNs: 22,
  bucketBytes: 200,
  /** To set up what a metric holds for one bucket, by byte. */
  stateNs: 1.2,
  /** Buckets ordered by a metric need the metric of every value there is. */
  orderNs: 450,
  orderBytes: 40,
  /** To look at a document for the order of hits: by words and addresses, by numbers and times, by the score. */
  sortNs: 130,
  numberSortNs: 60,
  scoreNs: 4,
  /** To add what one clause gives to the score of a document. */
  clauseScoreNs: 30,
  /** How many times more documents than it has to rank a shard looks at before it passes over others. */
  enough: 2,
  countNs: 3,
  /** A clause looks at no more documents than so many times those that other clauses have found. */
  leap: 8,
  collapseNs: 130,
  /** To join one hit of one shard. */
  rankNs: 700,
  rankBytes: 150,
  /** To read one stored document: in the order in which they lie, in any other, and without its content. */
  fetchNs: 10_000,
  topHitNs: 22_000,
  scatteredFetchNs: 50_000,
  bareFetchNs: 7_000,
  fetchBytes: 8_192,
  /** To read one more field of a hit, and to highlight one. */
  fieldNs: 7_000,
  highlightNs: 140_000,
} as const
