import type { Counts } from './counts.ts'

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
  /** Where it is known better: how many documents lie between which times. */
  spans?: readonly DocumentSpan[] | undefined
}

/** Documents that lie evenly between two times, in milliseconds since 1970. */
export interface DocumentSpan {
  from: number
  to: number
  documents: number
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

/** The estimate, what it is measured against, and what was counted on the way. */
export interface Cost extends CostEstimate {
  budget: CostBudget
  counts: Counts
}
