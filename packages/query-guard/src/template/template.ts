import { checkTree, readBodyAggregations } from '../body/body.ts'
import type { BodyTree } from '../body/body-tree.ts'
import { type HitNames, hitNamesOf } from '../body/hit-names.ts'
import { type Counts, countBody } from '../cost/counts.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import type { LeafQuery, Query } from '../query/query-tree.ts'
import { readRange } from '../query/range-query.ts'
import type { RangeSource, Reading } from '../reading.ts'
import { type CutText, cutText, fillText } from './cut-text.ts'
import { type CutBody, isTimeNumber, isTimeText } from './cut-times.ts'
import { findSlots, type Slot } from './find-slots.ts'
import { leavesOf, withLeaves } from './query-leaves.ts'

/** A body that was accepted, to be read again with other times. */
export interface Template {
  tree: BodyTree
  body: JsonObject
  /** The places of the times in the body, in the order in which they are cut out. */
  slots: readonly Slot[]
  /** The range queries outside of aggregations: only these are read again. */
  ranges: readonly (readonly [LeafQuery, RangeSource])[]
  /** Aggregations are read again as a whole if they contain times or depend on those of the query. */
  isAggregationsRead: boolean
  counts: Counts
  hitNames: HitNames | undefined
  text: CutText
}

/** A body that was read from a template. */
export interface Filled {
  tree: BodyTree
  /** Undefined if the counts may be over their limits with these times. */
  counts: Counts | undefined
  hitNames: HitNames | undefined
  normalised: string
}

/** An accepted body. */
export interface AcceptedBody {
  reading: Reading
  json: Json
  kind: 'search' | 'count'
  tree: BodyTree
  normalised: string
}

/**
 * The template of an accepted body. Undefined unless everything that depends on times, on the clock or on the cost
 * inputs is read again for each body.
 */
export function makeTemplate(
  { reading, json, kind, tree, normalised }: AcceptedBody,
  { times }: CutBody,
): Template | undefined {
  const found = findSlots(json, (value) => (typeof value === 'string' ? isTimeText(value) : isTimeNumber(value)))
  if (!found || found.slots.length !== times.length) return undefined
  const { slots, inAggregations } = found
  if (slots.some(({ holder, key }, at) => Reflect.get(holder, key) !== times[at])) return undefined

  const { dependencies } = reading
  const ranges = [...dependencies.ranges].filter(([, range]) => !inAggregations.has(range.json as object))
  const boundsOfRanges = new Set<unknown>(ranges.flatMap(([, range]) => Object.values(range.json as JsonObject)))
  if (!slots.every(({ holder }) => inAggregations.has(holder) || boundsOfRanges.has(holder))) return undefined

  const uses = ranges.reduce((sum, [, range]) => sum + range.uses, 0)
  if (dependencies.uses - dependencies.usesOfAggregations !== uses) return undefined
  const leaves = new Set<Query>([...leavesOf(tree.query), ...leavesOf(tree.postFilter)])
  if (!ranges.every(([range]) => leaves.has(range))) return undefined

  const isAggregationsRead =
    dependencies.usesOfAggregations > 0 || slots.some(({ holder }) => inAggregations.has(holder))
  const queries = ranges.map(([query]) => query)
  const text = cutText(tree, kind, queries, isAggregationsRead)
  if (fillText(text, queries, tree.aggregations) !== normalised) return undefined
  return {
    tree,
    body: json as JsonObject,
    slots,
    ranges,
    isAggregationsRead,
    counts: countBody(tree),
    hitNames: kind === 'search' ? hitNamesOf(tree.parts) : undefined,
    text,
  }
}

/** Reads the body of a template with other times; undefined if that is not possible. */
export function fillTemplate(
  reading: Reading,
  { tree, body, slots, ranges, isAggregationsRead, counts, hitNames, text }: Template,
  { times }: CutBody,
): Filled | undefined {
  // A control character in the body looks like a mark.
  if (times.length !== slots.length) return undefined
  for (const [at, { holder, key }] of slots.entries()) Reflect.set(holder, key, times[at])
  const readRanges: LeafQuery[] = []
  const again = new Map<Query, Query>()
  for (const [range, { path, json }] of ranges) {
    const read = readRange(reading, path, json)
    if (!read) return undefined
    again.set(range, read)
    readRanges.push(read)
  }
  const query = withLeaves(tree.query, again)
  const aggregations = isAggregationsRead ? readBodyAggregations(reading, body, query) : tree.aggregations
  const filled = { ...tree, query, postFilter: withLeaves(tree.postFilter, again), aggregations }
  if (isAggregationsRead) checkTree(reading, filled)
  return {
    tree: filled,
    counts: isAggregationsRead ? undefined : counts,
    hitNames,
    normalised: fillText(text, readRanges, aggregations),
  }
}
