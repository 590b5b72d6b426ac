import type { AggregationEffort } from '../../aggregation/aggregation-tree.ts'
import type { Effort } from '../../query/query-tree.ts'

/*
 * Weights of the expected cost: CPU time of OpenSearch 3.8.0, fitted to generated bodies over a million documents in
 * thirty shards and two million in six, and set above the median by about half. They decide nothing about admission; the
 * worst case has weights of its own. To calibrate: `pnpm prove guard --only accuracy` writes estimate, parts and
 * measurement of each body to `accuracy.ndjson`.
 */

/** Nanoseconds for each document that a clause reads. */
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
  // The same once the ordinals of the values are known.
  column: 50,
  // To pass one value of such a column while these ordinals are looked up.
  ordinals: 25,
  // One term of the dictionary of a field.
  dictionary: 1_000,
  automaton: 600,
}

/** Nanoseconds for each value that an aggregation counts. */
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

/** Aggregations that keep an entry for each value. */
export const TABLED: ReadonlySet<AggregationEffort> = new Set(['ordinals', 'hash', 'tuples'])

/** Everything else that the expected cost multiplies by, in nanoseconds unless the name says otherwise. */
export const EXPECTED_WEIGHTS = {
  /** To find one value in the terms of one shard, and one number, time or address. */
  lookupNs: 20_000,
  pointLookupNs: 300,
  /** To ask one shard. */
  shardNs: 300_000,
  /** To build, send and merge one bucket of one shard; the same for a page of a composite, which comes in order. */
  bucketNs: 9_000,
  pagedBucketNs: 2_000,
  /** The same for a bucket inside another. */
  innerBucketNs: 3_000,
  /** To pass one entry of the table of inner buckets, for one bucket around it. */
  scanNs: 1.5,
  /** To pass a document to an aggregation; the same for one over several fields. */
  visitNs: 25,
  tupleVisitNs: 180,
  /** To read one entry of a table while the largest are chosen. */
  entryNs: 22,
  /** To set up the state of a metric for one bucket, by byte. */
  stateNs: 1.2,
  /** Buckets ordered by a metric need the metric of every value. */
  orderNs: 450,
  /** To read a document for the order of hits: keywords and addresses, numbers and times, the score. */
  sortNs: 130,
  numberSortNs: 60,
  scoreNs: 4,
  /** To add the score of one clause to a document. */
  clauseScoreNs: 30,
  /** A shard reads so many times the documents that it has to rank before it skips others. */
  rankedFactor: 2,
  countNs: 3,
  /** A clause reads at most so many times the documents that the other required clauses match. */
  leapFactor: 8,
  collapseNs: 130,
  /** To merge one hit of one shard. */
  rankNs: 700,
  /** To read one stored document: in index order, for `top_hits`, in any other order, without its content. */
  fetchNs: 10_000,
  topHitNs: 22_000,
  scatteredFetchNs: 50_000,
  bareFetchNs: 7_000,
  /** To read one more field of a hit, and to highlight one. */
  fieldNs: 7_000,
  highlightNs: 140_000,
} as const
