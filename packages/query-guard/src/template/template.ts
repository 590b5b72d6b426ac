import { checkTree, readBodyAggregations } from '../body/body.ts'
import type { BodyTree } from '../body/body-tree.ts'
import type { Json, JsonObject } from '../json/parse.ts'
import type { Query } from '../query/query-tree.ts'
import { readRange } from '../query/range-query.ts'
import type { RangeSource, Reading } from '../reading.ts'
import { type CutBody, isTimeNumber, isTimeText } from './cut-times.ts'
import { findSlots, type Slot } from './find-slots.ts'
import { leavesOf, withLeaves } from './query-leaves.ts'

/** A body that was read, to be read again with other times. */
export interface Template {
  tree: BodyTree
  body: JsonObject
  /** The places of the times in the body, in the order in which they are cut out. */
  slots: readonly Slot[]
  /** The range queries outside of aggregations: only these are read again. */
  ranges: readonly (readonly [Query, RangeSource])[]
  /** Aggregations are read again as a whole if they contain times or depend on those of the query. */
  isAggregationsRead: boolean
}

/**
 * The template of an accepted body. Undefined unless everything that depends on times, on the clock or on the cost
 * inputs is read again for each body.
 */
export function makeTemplate(reading: Reading, body: Json, tree: BodyTree, { times }: CutBody): Template | undefined {
  const found = findSlots(body, (value) => (typeof value === 'string' ? isTimeText(value) : isTimeNumber(value)))
  if (!found || found.slots.length !== times.length) return undefined
  const { slots, inAggregations } = found
  if (slots.some(({ holder, key }, at) => Reflect.get(holder, key) !== times[at])) return undefined

  const { dependencies } = reading
  const ranges = [...dependencies.ranges].filter(([, { json }]) => !inAggregations.has(json as object))
  const boundsOfRanges = new Set<unknown>(ranges.flatMap(([, { json }]) => Object.values(json as JsonObject)))
  if (!slots.every(({ holder }) => inAggregations.has(holder) || boundsOfRanges.has(holder))) return undefined

  const uses = ranges.reduce((sum, [, range]) => sum + range.uses, 0)
  if (dependencies.uses - dependencies.usesOfAggregations !== uses) return undefined
  const leaves = new Set([...leavesOf(tree.query), ...leavesOf(tree.postFilter)])
  if (!ranges.every(([range]) => leaves.has(range))) return undefined

  const isAggregationsRead =
    dependencies.usesOfAggregations > 0 || slots.some(({ holder }) => inAggregations.has(holder))
  return { tree, body: body as JsonObject, slots, ranges, isAggregationsRead }
}

/** Reads the body of a template with other times; undefined if that is not possible. */
export function fillTemplate(
  reading: Reading,
  { tree, body, slots, ranges, isAggregationsRead }: Template,
  { times }: CutBody,
): BodyTree | undefined {
  // A control character in the body looks like a mark.
  if (times.length !== slots.length) return undefined
  for (const [at, { holder, key }] of slots.entries()) Reflect.set(holder, key, times[at])
  const again = new Map<Query, Query>()
  for (const [range, { path, json }] of ranges) {
    const read = readRange(reading, path, json)
    if (!read) return undefined
    again.set(range, read)
  }
  const query = withLeaves(tree.query, again)
  const aggregations = isAggregationsRead ? readBodyAggregations(reading, body, query) : tree.aggregations
  const filled = { ...tree, query, postFilter: withLeaves(tree.postFilter, again), aggregations }
  checkTree(reading, filled)
  return filled
}
