import type { EventIdentity } from '../record/event-identity.ts'
import { createRangeGatherer, type GatheredRanges } from './range-gatherer.ts'

/** The ranges of one stream and one hour of arrival. */
export type HourRanges<Kind extends string> = GatheredRanges<Kind> & { arrivedAt: Date }

const HOUR_MS = 3_600_000

/**
 * Collects sequence numbers into ranges, by hour of arrival, stream and kind. Nearly all of a batch arrives in one
 * hour.
 */
export function createHourGatherer<Kind extends string>() {
  let hours = new Map<number, ReturnType<typeof createRangeGatherer<Kind>>>()
  let lastHour = Number.NaN
  let last = createRangeGatherer<Kind>()

  return {
    add(
      kind: Kind,
      arrivedAt: number,
      stream: Pick<EventIdentity, 'probeId' | 'stream'>,
      first: number,
      end = first,
    ): void {
      const hour = Math.floor(arrivedAt / HOUR_MS)
      if (hour !== lastHour) {
        lastHour = hour
        last = hours.get(hour) ?? createRangeGatherer<Kind>()
        hours.set(hour, last)
      }
      last.add(kind, stream, first, end)
    },

    /** Everything collected since the last call, each stream once per hour. */
    take(): HourRanges<Kind>[] {
      const taken = [...hours].flatMap(([hour, gatherer]) =>
        gatherer.take().map((ranges) => ({ ...ranges, arrivedAt: new Date(hour * HOUR_MS) })),
      )
      hours = new Map()
      lastHour = Number.NaN
      return taken
    },
  }
}
