import type { Interval } from '../time/interval.ts'
import type { Counts } from './counts.ts'
import type { DataSample } from './expected/sample/data-sample.ts'

/** Inputs of the estimate: the indexes to search, and the engine that holds them. */
export interface CostInputs {
  /** Documents in all searched shards. */
  documents: number
  /** Searched shards. */
  shards: number
  /** CPU cores of the nodes that hold them. */
  cores: number
  /**
   * Minimum and maximum time in these indexes, in milliseconds since 1970: documents are assumed to be spread evenly.
   */
  oldest?: number | undefined
  newest?: number | undefined
  /** The actual times of the documents, if they have been read. */
  timeline?: Timeline | undefined
  /** A random sample of the documents, for the expected cost. */
  sample?: DataSample | undefined
}

/** Documents whose own times are between two instants, both inclusive, in milliseconds since 1970. */
export interface DocumentSpan extends Interval {
  documents: number
}

/** What is known about the times of the documents of one index. */
export interface IndexProfile {
  shards: number
  /** The index is searched only for times that touch this interval; infinite while it may receive others. */
  asked: Interval
  spans: readonly DocumentSpan[]
  /** Documents added after the spans were read: they may have any time. */
  fresh: number
}

/** The times of the documents of some indexes. No result is too low, and none decreases when the range grows. */
export interface Timeline {
  /** The number of documents in the largest shard. */
  largestShard: number
  documentsIn(times: Interval): number
  shardsIn(times: Interval): number
  /** The most buckets of a width that documents fill; `unknown` replaces bounds that have not been read yet. */
  bucketsIn(times: Interval, width: number, unknown: Interval): number
  /** The same for the index that fills the most. */
  indexBucketsIn(times: Interval, width: number): number
}

/** The budget of one body. */
export interface CostBudget {
  /** How long the engine would take on idle cores, in milliseconds. */
  workMs: number
  /** How much memory it would hold at once, in bytes. */
  memoryBytes: number
}

/** A part of the body, by its JSON pointer, and its share of the cost. */
export interface CostPart extends CostBudget {
  pointer: string
  what: string
}

/** The worst-case cost of a body. */
export interface CostEstimate extends CostBudget {
  /** The parts of both sums. */
  parts: readonly CostPart[]
}

/** The worst case, and the expected cost based on a sample of the documents. */
export interface WeighedEstimate extends CostEstimate {
  /** Milliseconds like `workMs`, and never more; equal without a sample. */
  expectedMs: number
  /** Most expensive first. */
  parts: readonly (CostPart & { expectedMs: number })[]
}

/** Both estimates, the budget for the worst case, and the counts. */
export interface Cost extends WeighedEstimate {
  budget: CostBudget
  counts: Counts
}
