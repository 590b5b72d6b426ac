import type { FleetFigures } from '@watchpost/store'
import type { Completeness } from './ledger-headers.ts'

/** A range of time in milliseconds since 1970; what is left out is open. */
export interface AskedSpan {
  from?: number | undefined
  to?: number | undefined
}

const HOUR_MS = 3_600_000

/** What waits and what is missing of the hours that a range touches; nothing if not all of the range is known. */
export function completenessOf(
  { hours, knownFrom }: Pick<FleetFigures, 'hours' | 'knownFrom'>,
  { from, to = Number.POSITIVE_INFINITY }: AskedSpan,
): Completeness | undefined {
  if (from === undefined || from < knownFrom.getTime()) return undefined
  const figures: Completeness = { waiting: 0, missing: 0 }
  for (const { hour, waiting, missing } of hours) {
    const begin = hour.getTime()
    if (begin + HOUR_MS <= from || begin > to) continue
    figures.waiting += waiting
    figures.missing += missing
  }
  return figures
}

/** Bounds in ISO 8601, as listings have them. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): AskedSpan {
  return { from: from === undefined ? undefined : Date.parse(from), to: to === undefined ? undefined : Date.parse(to) }
}
