import { exportSilentSeconds, type ReportedState } from '@watchpost/store'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

export const unservedWarning = 'No exporter has reported on this export. Check that the service `exporter` runs.'

/** The last report about an export, merged over the values for an unknown state, and whether reports still arrive. */
export function readReported<S extends TObject>(
  schema: S,
  unknown: Static<S>,
  reported: ReportedState | undefined,
): { state: Static<S>; isFresh: boolean } {
  const reported_at = reported?.reportedAt.toISOString() ?? null
  const told: unknown = { ...(unknown as object), ...(reported?.state as object | undefined), reported_at }
  // Another version of the exporter may report in another shape.
  const isKnown = reported !== undefined && Value.Check(schema, told)
  return {
    state: (isKnown ? told : { ...(unknown as object), reported_at }) as Static<S>,
    isFresh: reported !== undefined && reported.ageSeconds <= exportSilentSeconds,
  }
}
