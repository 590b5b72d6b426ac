import type { AggregationEffort } from '../../aggregation/aggregation-tree.ts'
import type { Effort } from '../../query/query-tree.ts'

/*
 * Weights of the expected cost: CPU time of the worker threads of OpenSearch 3.8.0, fitted to generated bodies over ten
 * million documents in 31 shards. They decide nothing about admission; the worst case has weights of its own. To
 * calibrate: `pnpm prove guard --only accuracy` writes estimate, parts and measurement of each body to
 * `accuracy.ndjson`.
 */

/** Nanoseconds for each document that a clause reads. */
export const CLAUSE_NS: Record<Effort | 'column' | 'ordinals', number> = {
  none: 0,
  all: 0.5,
  term: 2,
  terms: 3.5,
  points: 8,
  exists: 3.5,
  text: 6,
  // Reads the column of a field without an index: 30 to 110 ns were measured for one document.
  scan: 45,
  // The same when the ordinals of the values are known.
  column: 20,
  // One value of such a column, while the ordinals of all values in a range or of a pattern are collected.
  ordinals: 115,
  // One term of the dictionary of a field.
  dictionary: 400,
  automaton: 250,
}

/** Nanoseconds for each value that an aggregation counts. */
export const AGGREGATION_NS: Record<AggregationEffort, number> = {
  none: 0,
  ordinals: 45,
  hash: 52,
  tuples: 680,
  composite: 34,
  rounding: 16,
  ranges: 26,
  filters: 12,
  sample: 18,
  number: 16,
  sketch: 100,
  digest: 84,
  hits: 16,
}

/** Aggregations that keep an entry for each value. */
export const TABLED: ReadonlySet<AggregationEffort> = new Set(['ordinals', 'hash', 'tuples'])

/** Everything else that the expected cost multiplies by, in nanoseconds unless the name says otherwise. */
export const EXPECTED_WEIGHTS = {
  /** To find one value in the terms of one shard, and one number, time or IP address. */
  lookupNs: 8_000,
  pointLookupNs: 120,
  /** To query one shard. */
  shardNs: 120_000,
  /** To build, send and merge one bucket of one shard; the same for a page of a composite, which arrives in order. */
  bucketNs: 3_600,
  pagedBucketNs: 800,
  /** The same for a bucket inside another. */
  innerBucketNs: 1_200,
  /** To scan one entry of the table of inner buckets, for one parent bucket. */
  scanNs: 0.6,
  /** To pass a document to an aggregation; the same for `multi_terms`, and for a composite of several fields. */
  visitNs: 10,
  tupleVisitNs: 200,
  compositeVisitNs: 30,
  /** To read one table entry while the largest are selected. */
  entryNs: 8,
  /** To set up the state of a metric for one bucket, per byte. */
  stateNs: 0.5,
  /** Buckets ordered by a metric need the metric of every value. */
  orderNs: 130,
  /** To read a document for sorting hits: keywords and IP addresses, numbers and times, the score. */
  sortNs: 52,
  numberSortNs: 24,
  scoreNs: 1.6,
  /** To add the score of one clause to a document. */
  clauseScoreNs: 12,
  /** A shard reads this multiple of the documents that it has to rank before it skips others. */
  rankedFactor: 2,
  countNs: 1.2,
  /** A clause reads at most this multiple of the documents that the other required clauses match. */
  leapFactor: 8,
  collapseNs: 100,
  /** To merge one hit of one shard. */
  rankNs: 280,
  /** To read one stored document: in index order, for `top_hits`, in any other order, without its content. */
  fetchNs: 5_000,
  topHitNs: 10_000,
  scatteredFetchNs: 25_000,
  bareFetchNs: 3_000,
  /** To read one more field of a hit, and to highlight one. */
  fieldNs: 3_000,
  highlightNs: 60_000,
} as const
