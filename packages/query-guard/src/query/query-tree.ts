import type { LeafCondition } from './leaf-condition.ts'
import type { Interval } from '../time/interval.ts'

/** A piece of the new body: every key is ours or a checked name, every value a checked one. */
export type Built = Record<string, unknown>

export type Bound = 'gte' | 'gt' | 'lte' | 'lt'
export type BoolClause = 'must' | 'filter' | 'should' | 'must_not'

/** How the engine finds what a query asks for, as far as the cost goes. */
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

/** A query that asks something of fields by itself. */
export interface LeafQuery {
  kind: 'leaf'
  /** The engine's name of it. */
  type: string
  /** What goes under the name. */
  body: Built
  /** The number of clauses that the engine makes of it. */
  weight: number
  effort: Effort
  /** Between which values of a field every document lies that it finds. */
  bound?: { field: string; interval: Interval } | undefined
  /** How many values it looks up; as many as it weighs unless it says so. */
  lookups?: number
  /** How many of its clauses read a column, where it asks several fields at once. */
  columns?: number
  /** What it asks of one field, for a sample to tell how many documents it finds; without it any document may match. */
  condition?: LeafCondition | undefined
}

/** A query that joins others. */
export interface BoolQuery {
  kind: 'bool'
  clauses: Map<BoolClause, Query[]>
  minimumShouldMatch: number | string | undefined
  boost: number | undefined
}

/** A query that scores others in its own way: what one of them finds, it finds. */
export interface ScoringQuery {
  kind: 'scoring'
  type: 'constant_score' | 'dis_max'
  inner: Query[]
  boost: number | undefined
  tieBreaker: number | undefined
}

/** A query as the grammar has read it: nothing of the caller's but checked names and values. */
export type Query = BoolQuery | ScoringQuery | LeafQuery
