import { readBody } from './body/body.ts'
import type { BodyTree } from './body/body-tree.ts'
import { buildCount, buildSearch } from './body/build-body.ts'
import { type HitNames, hitNamesOf } from './body/hit-names.ts'
import { checkBudget } from './cost/check-budget.ts'
import { checkCounts } from './cost/check-counts.ts'
import type { Cost, CostBudget, CostInputs } from './cost/cost.ts'
import { countBody } from './cost/counts.ts'
import { estimateCost } from './cost/estimate-cost.ts'
import { expectedParts } from './cost/expected/expected-cost.ts'
import { withExpected } from './cost/expected/with-expected.ts'
import { laneOf } from './cost/lane.ts'
import { DEFAULT_BUDGET, DEFAULT_INPUTS } from './cost/weights.ts'
import type { FieldCatalog } from './field-catalog.ts'
import { parseJson } from './json/parse.ts'
import { scanJson } from './json/scan.ts'
import { boundsOf } from './query/bounds.ts'
import { startReading } from './reading.ts'
import { type Refused, refused } from './refusal.ts'
import { type Interval, meet } from './time/interval.ts'

/** The least and the greatest time that a hit can have, in milliseconds since 1970; absent where the query sets no bound. */
export interface TimeRange {
  from: number | undefined
  to: number | undefined
}

/** A body that may go to the engine. */
export interface Accepted {
  ok: true
  /** Rewritten: nothing of the caller's but checked names and values. */
  body: Record<string, unknown>
  /** The body as text, the same for bodies that mean the same: what to send, and the key to share an answer by. */
  normalised: string
  cost: Cost
  /** Costly bodies belong into a queue of their own, so that cheap ones need not wait for them. */
  lane: 'cheap' | 'costly'
  /** Indexes with no document in it need not be asked. If `from` lies after `to`, nothing can match. */
  timeRange: TimeRange
  /** What to call fields of hits in the answer that the body asks for under another name than the engine's. */
  hitNames: HitNames | undefined
  /** Aggregations and no hits: the same answer serves everyone who asks the same at the same time. */
  isAggregationOnly: boolean
}

/** Either a new body for the engine, or why there is none. */
export type GuardResult = Accepted | Refused

export interface GuardOptions {
  fields: FieldCatalog
  /** A count takes the body of a search, checks all of it, and keeps the query. */
  kind: 'search' | 'count'
  /** `expert` also takes regular expressions; scripts and other indexes are out of reach for everyone. */
  profile?: 'operator' | 'expert'
  /** Without them the cost is estimated for ten million documents on two processors. */
  inputs?: CostInputs
  budget?: CostBudget
  /** Milliseconds since 1970, for bounds such as `now-24h`. */
  now?: number
  /** The field that holds the time of a document: its bounds give `timeRange`. It must have one value in each. */
  timeField?: string
}

/**
 * Reads a search body of a stranger's and writes a new one for the engine. Only what the grammar knows gets through;
 * nothing of the bytes themselves does. Never throws, and takes time in proportion to the bytes.
 */
export function guardSearch(bytes: Uint8Array, options: GuardOptions): GuardResult {
  const { kind, inputs = DEFAULT_INPUTS, budget = DEFAULT_BUDGET, timeField = '@timestamp' } = options
  const scanned = scanJson(bytes)
  if (!scanned.ok) return scanned
  const parsed = parseJson(bytes, scanned)
  if (!parsed.ok) return parsed

  const { fields, profile = 'operator', now = Date.now() } = options
  const reading = startReading({ fields, profile, inputs, now, timeField })
  const tree = readBody(reading, parsed.value)
  const refusal = reading.outcome()
  if (refusal || !tree) return refusal ?? refused('malformed', '#', 'The body cannot be read; send {} at least.')

  const counts = countBody(tree)
  checkCounts(reading, counts, tree, kind)
  const times = timesOf(tree, kind, timeField)
  const worst = estimateCost(tree, kind, times, inputs)
  checkBudget(reading, worst, budget)
  const overLimit = reading.outcome()
  if (overLimit) return overLimit

  const cost: Cost = {
    ...withExpected(worst, expectedParts(tree, kind, times, inputs, timeField)),
    budget,
    counts,
  }
  const body = kind === 'count' ? buildCount(tree) : buildSearch(tree)
  return {
    ok: true,
    body,
    normalised: JSON.stringify(body),
    cost,
    lane: laneOf(cost),
    timeRange: rangeOf(times),
    hitNames: kind === 'search' ? hitNamesOf(tree.parts) : undefined,
    isAggregationOnly: kind === 'search' && tree.size === 0 && tree.aggregations.length > 0,
  }
}

/** The times that matter: those the query allows; of a search without aggregations also its post_filter. */
function timesOf({ query, postFilter, aggregations }: BodyTree, kind: 'search' | 'count', timeField: string): Interval {
  const times = boundsOf(query, timeField)
  return kind === 'count' || aggregations.length > 0 ? times : meet(times, boundsOf(postFilter, timeField))
}

function rangeOf({ from, to }: Interval): TimeRange {
  if (from > to) return { from: 1, to: 0 }
  return { from: Number.isFinite(from) ? from : undefined, to: Number.isFinite(to) ? to : undefined }
}
