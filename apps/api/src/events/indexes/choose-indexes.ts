import { type IndexTimes, type LeftOut, searchTarget } from '@watchpost/engine'
import type { Family } from '@watchpost/model'
import type { TimeRange } from '@watchpost/query-guard'

/** An index as a search sees it. */
export interface KnownIndex {
  name: string
  uuid: string
  family: Family
  /** The number of its generation. */
  number: number
  /** When its generation began, in milliseconds since 1970. */
  begunAt: number
  shards: number
  documents: number
  /** The time range of its events; `open` while events may still be added. */
  times: IndexTimes | 'open'
  /** Whether the alias of its family for open generations covers it. */
  hasOpenAlias: boolean
}

/** The indexes that a search reads. */
export interface Choice {
  /** The indexes, as written in the URL. */
  target: string
  shards: number
}

/**
 * Maximum difference between our clock and the engine's when `now` is resolved. It occasionally costs one index more
 * than needed.
 */
const clockSkewMs = 3_600_000

/**
 * Skips the indexes that cannot contain a hit: sealed ones without an event in the range. If in doubt, an index is
 * searched. With `isRecent`, what was sealed after the survey of the known indexes still has the open alias.
 */
export function chooseIndexes(
  prefix: string,
  families: readonly Family[],
  known: readonly KnownIndex[],
  { from = -Infinity, to = Infinity }: TimeRange,
  isRecent: boolean,
): Choice {
  const own = known.filter(({ family }) => families.includes(family))
  const canHit = ({ times }: KnownIndex) => {
    if (times === 'open') return true
    return times !== undefined && times.greatest >= from - clockSkewMs && times.least <= to + clockSkewMs
  }
  // Keep one index of each family: without any index an answer would lack its aggregations, not only their contents.
  const newest = new Set(families.map((family) => own.findLast((each) => each.family === family)))
  const asked = own.filter((each) => newest.has(each) || canHit(each))
  const leftOut = families.map(
    (family): LeftOut => ({
      family,
      numbers: new Set(
        own.filter((each) => each.family === family && !asked.includes(each)).map(({ number }) => number),
      ),
      kept: asked.filter((each) => each.family === family),
    }),
  )
  // An indexer of an earlier version creates indexes without it.
  const canUseOpenAlias = isRecent && newest.values().every((each) => each?.hasOpenAlias)
  return {
    target: searchTarget(prefix, families, leftOut, { canUseOpenAlias }),
    shards: asked.reduce((sum, { shards }) => sum + shards, 0),
  }
}
