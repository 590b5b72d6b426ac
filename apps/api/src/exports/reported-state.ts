import { exportSilentSeconds, type ReportedState } from '@watchpost/store'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

export const unservedWarning = 'No exporter has reported on this export. Check that the service `exporter` runs.'

/** What was last told of an export, on top of what is so when nothing is known; and whether someone still tells. */
export function readReported<S extends TObject>(
  schema: S,
  unknown: Static<S>,
  reported: ReportedState | undefined,
): { state: Static<S>; isFresh: boolean } {
  const reported_at = reported?.reportedAt.toISOString() ?? null
  const told: unknown = { ...(unknown as object), ...(reported?.state as object | undefined), reported_at }
  // A report of another version of the exporter may not be what we know.
  const isKnown = reported !== undefined && Value.Check(schema, told)
  return {
    state: (isKnown ? told : { ...(unknown as object), reported_at }) as Static<S>,
    isFresh: reported !== undefined && reported.ageSeconds <= exportSilentSeconds,
  }
}
