import type { Interval } from '../time/interval.ts'
import type { Counts } from './counts.ts'
import type { DataSample } from './expected/sample/data-sample.ts'

/** What the estimate is made for: the indexes that will be asked, and the engine that holds them. */
export interface CostInputs {
  /** Documents in all shards that will be asked. */
  documents: number
  /** Shards that will be asked. */
  shards: number
  /** Processors of the nodes that hold them. */
  cores: number
  /** Least and greatest time in these indexes, in milliseconds since 1970: the documents are taken to lie evenly between. */
  oldest?: number | undefined
  newest?: number | undefined
  /** Where it is known better: when the documents happened, read off them. */
  timeline?: Timeline | undefined
  /** Some of the documents, chosen at random, for the expected cost. */
  sample?: DataSample | undefined
}

/** Documents whose own times lie between two instants, both included, in milliseconds since 1970. */
export interface DocumentSpan extends Interval {
  documents: number
}

/** What is known about the times of the documents of one index. */
export interface IndexProfile {
  shards: number
  /** The index is asked only about times that touch these; infinite while it may get others. */
  asked: Interval
  spans: readonly DocumentSpan[]
  /** Documents that came after the spans were read: they may be of any time. */
  fresh: number
}

/** When the documents of some indexes happened. No answer is too low, and none falls when the range grows. */
export interface Timeline {
  /** The most documents of one shard. */
  largestShard: number
  documentsIn(times: Interval): number
  shardsIn(times: Interval): number
  /** The most buckets of a width that documents fill; `unknown` is taken for ends that are not read yet. */
  bucketsIn(times: Interval, width: number, unknown: Interval): number
  /** The same for the one index where they are most. */
  indexBucketsIn(times: Interval, width: number): number
}

/** What one body may cost. */
export interface CostBudget {
  /** How long the engine would take with its processors to itself, in milliseconds. */
  workMs: number
  /** What it would hold in memory at once, in bytes. */
  memoryBytes: number
}

/** One reason for the cost: a part of the body, by its JSON pointer, and what it adds. */
export interface CostPart extends CostBudget {
  pointer: string
  what: string
}

/** What a body asks of the engine, at worst. */
export interface CostEstimate extends CostBudget {
  /** The parts that the two sums are made of, the dearest first. */
  parts: readonly CostPart[]
}

/** The worst case, and what the body is expected to cost by a sample of the documents. */
export interface WeighedEstimate extends CostEstimate {
  /** Milliseconds like `workMs`, and never more; the same without a sample. */
  expectedMs: number
  parts: readonly (CostPart & { expectedMs: number })[]
}

/** Both estimates, the budget that the worst case is checked against, and the counts. */
export interface Cost extends WeighedEstimate {
  budget: CostBudget
  counts: Counts
}
