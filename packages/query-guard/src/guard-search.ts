import { readBody } from './body/body.ts'
import type { BodyTree } from './body/body-tree.ts'
import { buildBody } from './body/build-body.ts'
import { type HitNames, hitNamesOf } from './body/hit-names.ts'
import { checkBudget } from './cost/check-budget.ts'
import { checkCounts } from './cost/check-counts.ts'
import type { Cost, CostBudget, CostInputs } from './cost/cost.ts'
import { countBody } from './cost/counts.ts'
import { estimateCost } from './cost/estimate-cost.ts'
import { expectedParts } from './cost/expected/expected-cost.ts'
import { withExpected } from './cost/expected/with-expected.ts'
import { queueOf } from './cost/queue.ts'
import { DEFAULT_BUDGET, DEFAULT_INPUTS } from './cost/weights.ts'
import type { FieldCatalog } from './field-catalog.ts'
import { parseJson } from './json/parse.ts'
import { scanJson } from './json/scan.ts'
import { boundsOf } from './query/bounds.ts'
import { type Reading, startReading } from './reading.ts'
import { type Refused, refused } from './refusal.ts'
import { type CutBody, cutTimes } from './template/cut-times.ts'
import { type Filled, fillTemplate, makeTemplate } from './template/template.ts'
import type { Templates } from './template/templates.ts'
import { type Interval, meet } from './time/interval.ts'

/** The minimum and maximum time of a hit, in milliseconds since 1970; absent if the query sets no bound. */
export interface TimeRange {
  from: number | undefined
  to: number | undefined
}

/** A body that may go to the engine. */
export interface Accepted {
  ok: true
  /** Rebuilt: it contains only checked names and values of the caller. Built when it is read for the first time. */
  readonly body: Record<string, unknown>
  /** The body as text, the same for equivalent bodies: sent to the engine, and used as the key to share an answer. */
  normalised: string
  /** Computed when it is read for the first time. */
  readonly cost: Cost
  /** Costly bodies have a separate queue, so that cheap ones need not wait for them. */
  queue: 'cheap' | 'costly'
  /** Indexes with no document in this range can be skipped. If `from` is after `to`, nothing can match. */
  timeRange: TimeRange
  /** Names for fields of hits in the answer, if the body uses other names than the engine. */
  hitNames: HitNames | undefined
  /** The body sets a timeout of its own. */
  hasTimeout: boolean
  /** Only aggregations, no hits: the answer can be shared with identical concurrent requests. */
  isAggregationOnly: boolean
}

/** A new body for the engine, or the reasons for the refusal. */
export type GuardResult = Accepted | Refused

export interface GuardOptions {
  fields: FieldCatalog
  /** A count accepts the body of a search, checks all of it, and keeps only the query. */
  kind: 'search' | 'count'
  /** `expert` also allows regular expressions; scripts and other indexes are never allowed. */
  profile?: 'operator' | 'expert'
  /** By default the cost is estimated for ten million documents on two cores. */
  inputs?: CostInputs
  budget?: CostBudget
  /** Milliseconds since 1970, for bounds with date math, for example `now-24h`. */
  now?: number
  /** The main time field: its bounds give `timeRange`. It must have exactly one value in each document. */
  timeField?: string
  /** Remembers bodies, so that one which differs only in times is not parsed and read as a whole again. */
  templates?: Templates
}

const TIME_FIELD = '@timestamp'

/**
 * Parses an untrusted search body and builds a new one for the engine. Only what the grammar knows is accepted; the
 * original bytes are never passed on. Never throws, and runs in time linear in the size of the body.
 */
export function guardSearch(bytes: Uint8Array, options: GuardOptions): GuardResult {
  const cut = options.templates && cutTimes(bytes)
  const again = cut && guardAgain(cut, options)
  // Only the whole body shows why it is refused.
  return again?.ok ? again : guardAnew(bytes, options, cut)
}

/** The result for a body that differs only in times from an earlier one, if there is one. */
function guardAgain(cut: CutBody, options: GuardOptions): GuardResult | undefined {
  const template = options.templates?.get(templateKey(cut, options), options.fields)
  if (!template) return undefined
  const reading = readingFor(options)
  const filled = fillTemplate(reading, template, cut)
  return filled && (reading.outcome() ?? judge(reading, filled.tree, options, filled))
}

function guardAnew(bytes: Uint8Array, options: GuardOptions, cut: CutBody | undefined): GuardResult {
  const scanned = scanJson(bytes)
  if (!scanned.ok) return scanned
  const parsed = parseJson(bytes, scanned)
  if (!parsed.ok) return parsed

  const reading = readingFor(options)
  const tree = readBody(reading, parsed.value)
  const refusal = reading.outcome()
  if (refusal || !tree) return refusal ?? refused('malformed', '#', 'The body cannot be read; send {} at least.')

  const result = judge(reading, tree, options)
  if (cut && result.ok) {
    const { kind, fields } = options
    const { normalised } = result
    const template = makeTemplate({ reading, json: parsed.value, kind, tree, normalised }, cut)
    if (template) options.templates?.keep(templateKey(cut, options), fields, template)
  }
  return result
}

/** Everything that the template of a body depends on; the fields are a key of their own. */
function templateKey({ text }: CutBody, { kind, profile = 'operator', timeField = TIME_FIELD }: GuardOptions): string {
  return `${kind} ${profile} ${timeField} ${text}`
}

function readingFor(options: GuardOptions): Reading {
  const { fields, profile = 'operator', now = Date.now(), inputs = DEFAULT_INPUTS, timeField = TIME_FIELD } = options
  return startReading({ fields, profile, inputs, now, timeField })
}

/** Checks the size and the cost of a body that the grammar accepts, and builds the new one. */
function judge(reading: Reading, tree: BodyTree, options: GuardOptions, filled?: Filled): GuardResult {
  const { kind, inputs = DEFAULT_INPUTS, budget = DEFAULT_BUDGET, timeField = TIME_FIELD } = options
  const counts = filled?.counts ?? countBody(tree)
  if (!filled?.counts) checkCounts(reading, counts, tree, kind)
  const times = timesOf(tree, kind, timeField)
  const worst = estimateCost(tree, kind, times, inputs)
  checkBudget(reading, worst, budget)
  const overLimit = reading.outcome()
  if (overLimit) return overLimit

  // Most bodies are cheap at worst: then the expected cost is not needed for the queue.
  let cost: Cost | undefined
  const costOf = () => {
    cost ??= { ...withExpected(worst, expectedParts(tree, kind, times, inputs, timeField)), budget, counts }
    return cost
  }
  let body: Record<string, unknown> | undefined
  const bodyOf = () => {
    body ??= buildBody(tree, kind)
    return body
  }
  const isSearch = kind === 'search'
  return {
    ok: true,
    get body() {
      return bodyOf()
    },
    normalised: filled?.normalised ?? JSON.stringify(bodyOf()),
    get cost() {
      return costOf()
    },
    queue: queueOf(worst, budget, () => costOf().expectedMs),
    timeRange: rangeOf(times),
    hitNames: filled ? filled.hitNames : isSearch ? hitNamesOf(tree.parts) : undefined,
    hasTimeout: isSearch && tree.timeoutMs !== undefined,
    isAggregationOnly: isSearch && tree.size === 0 && tree.aggregations.length > 0,
  }
}

/** The relevant times: those that the query allows; for a search without aggregations also its post_filter. */
function timesOf({ query, postFilter, aggregations }: BodyTree, kind: 'search' | 'count', timeField: string): Interval {
  const times = boundsOf(query, timeField)
  return kind === 'count' || aggregations.length > 0 ? times : meet(times, boundsOf(postFilter, timeField))
}

function rangeOf({ from, to }: Interval): TimeRange {
  if (from > to) return { from: 1, to: 0 }
  return { from: Number.isFinite(from) ? from : undefined, to: Number.isFinite(to) ? to : undefined }
}
