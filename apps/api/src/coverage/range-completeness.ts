import type { FleetFigures } from '@watchpost/store'
import type { Completeness } from './ledger-headers.ts'

/** A time range in milliseconds since 1970; an absent bound is open. */
export interface AskedSpan {
  from?: number | undefined
  to?: number | undefined
}

const HOUR_MS = 3_600_000

/** The waiting and the missing events of the hours that a range touches; undefined if part of the range is unknown. */
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

/** Parses the ISO 8601 bounds of a listing. */
export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }): AskedSpan {
  return { from: from === undefined ? undefined : Date.parse(from), to: to === undefined ? undefined : Date.parse(to) }
}
