import type { IndexProfile } from '@watchpost/query-guard'
import type { KnownIndex } from './choose-indexes.ts'
import type { TimeProfile } from './time-profiles.ts'

const everything = { from: -Infinity, to: Infinity }
/** Ranges are widened to whole hours, and by one hour of clock skew, before indexes are skipped. */
const slackMs = 2 * 3_600_000
/** More spans than this take too long to sort; older indexes then use their minimum and maximum time only. */
const maxSpans = 50_000

/** The profiles for cost estimates. The indexes must be given oldest first. */
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
 * Uses the documents' own times, as far as they have been read. All other documents count in every range that they may
 * touch: an estimate may be too high for a while, but is never too low.
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
