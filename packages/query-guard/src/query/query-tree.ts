import type { LeafCondition } from './leaf-condition.ts'
import type { Interval } from '../time/interval.ts'

/** A part of the new body: every key is ours or a checked name, and every value is checked. */
export type Built = Record<string, unknown>

export type Bound = 'gte' | 'gt' | 'lte' | 'lt'
export type BoolClause = 'must' | 'filter' | 'should' | 'must_not'

/** How the engine evaluates a query, for the cost estimate. */
export type Effort =
  | 'none'
  | 'all'
  | 'term'
  | 'terms'
  | 'points'
  | 'exists'
  | 'dictionary'
  | 'automaton'
  | 'text'
  | 'scan'

/** A query on fields, without inner queries. */
export interface LeafQuery {
  kind: 'leaf'
  /** The engine's name for it. */
  type: string
  /** The object under that name. */
  body: Built
  /** The number of clauses that the engine makes of it. */
  weight: number
  effort: Effort
  /** The interval of a field's values that contains every document it matches. */
  bound?: { field: string; interval: Interval } | undefined
  /** How many values it looks up; its weight by default. */
  lookups?: number
  /** How many of its clauses read a column, if it queries several fields at once. */
  columns?: number
  /** Its condition on one field, so that a sample can estimate its matches; without it any document may match. */
  condition?: LeafCondition | undefined
}

/** A query that combines others. */
export interface BoolQuery {
  kind: 'bool'
  clauses: Map<BoolClause, Query[]>
  minimumShouldMatch: number | string | undefined
  boost: number | undefined
}

/** A query that changes the score of others: it matches what one of them matches. */
export interface ScoringQuery {
  kind: 'scoring'
  type: 'constant_score' | 'dis_max'
  inner: Query[]
  boost: number | undefined
  tieBreaker: number | undefined
}

/** A query as the grammar has read it: it contains only checked names and values of the caller. */
export type Query = BoolQuery | ScoringQuery | LeafQuery
