import { type IndexTimes, type LeftOut, searchTarget } from '@watchpost/engine'
import type { Family } from '@watchpost/model'
import type { TimeRange } from '@watchpost/query-guard'

/** An index as a search sees it. */
export interface KnownIndex {
  name: string
  uuid: string
  family: Family
  /** Of its generation. */
  number: number
  /** When its generation began, in milliseconds since 1970. */
  begunAt: number
  shards: number
  documents: number
  /** The times of its events; `open` while it may still get others. */
  times: IndexTimes | 'open'
}

/** What a search asks. */
export interface Choice {
  /** The indexes, as they stand in the address. */
  target: string
  shards: number
}

/**
 * `now` is read off another clock here than in the engine: by this much they may differ. It costs one index more than
 * needed now and then.
 */
const clockSkewMs = 3_600_000

/** Leaves out the indexes that can hold no hit: sealed ones without an event in the range. Whatever is in doubt is asked. */
export function chooseIndexes(
  prefix: string,
  families: readonly Family[],
  known: readonly KnownIndex[],
  { from = -Infinity, to = Infinity }: TimeRange,
): Choice {
  const own = known.filter(({ family }) => families.includes(family))
  const canHit = ({ times }: KnownIndex) => {
    if (times === 'open') return true
    return times !== undefined && times.greatest >= from - clockSkewMs && times.least <= to + clockSkewMs
  }
  // One index of each family stays: without any, an answer would lack its aggregations, not only what is in them.
  const newest = new Set(families.map((family) => own.findLast((each) => each.family === family)))
  const asked = own.filter((each) => newest.has(each) || canHit(each))
  const leftOut = families.map(
    (family): LeftOut => ({
      family,
      numbers: new Set(
        own.filter((each) => each.family === family && !asked.includes(each)).map(({ number }) => number),
      ),
      kept: asked.filter((each) => each.family === family).map(({ number }) => number),
    }),
  )
  return {
    target: searchTarget(prefix, families, leftOut),
    shards: asked.reduce((sum, { shards }) => sum + shards, 0),
  }
}
