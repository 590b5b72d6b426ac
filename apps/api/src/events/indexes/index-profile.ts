import type { IndexProfile } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import type { TimeProfile } from './time-profiles.ts'

const everything = { from: -Infinity, to: Infinity }
/** Ranges are widened to whole hours, and by an hour for the two clocks, before indexes are left out. */
const slackMs = 2 * 3_600_000
/** More of them in all would take too long to sort; older indexes then go by their least and greatest time. */
const maxSpans = 50_000

/** What searches are estimated by, for indexes that are given oldest first. */
export function indexProfiles(
  indexes: readonly KnownIndex[],
  profileOf: (uuid: string) => TimeProfile | undefined,
): IndexProfile[] {
  let room = maxSpans
  return indexes.toReversed().map((index) => {
    const profile = profileOf(index.uuid)
    const fits = profile !== undefined && profile.spans.length <= room
    if (fits) room -= profile.spans.length
    return indexProfile(index, fits ? profile : undefined)
  })
}

/**
 * By the documents' own times, as far as they have been read. What has not counts as a whole in every range that it may
 * touch: an estimate may be too high for a while, and is never too low.
 */
export function indexProfile({ shards, documents, times }: KnownIndex, profile: TimeProfile | undefined): IndexProfile {
  if (times === 'open') {
    if (!profile) return { shards, asked: everything, spans: [{ ...everything, documents }], fresh: 0 }
    const fresh = Math.max(0, documents - profile.documents)
    return { shards, asked: everything, spans: profile.spans, fresh }
  }
  if (!times) return { shards, asked: { from: Infinity, to: -Infinity }, spans: [], fresh: 0 }
  const { least, greatest } = times
  return {
    shards,
    asked: { from: least - slackMs, to: greatest + slackMs },
    spans: profile?.isFinal ? profile.spans : [{ from: least, to: greatest, documents }],
    fresh: 0,
  }
}
