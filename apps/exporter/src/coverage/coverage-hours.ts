import { type CoverageCause, type CoverageFacts, coverageStatement, type CoverageStatement } from '@watchpost/model'

/** Coverage of one hour: how complete its events are. */
export interface CoverageHour {
  hour: Date
  /** The time of this assessment. */
  at: Date
  state: CoverageStatement['state']
  probes: number
  affectedProbes: number
  causes: readonly CoverageCause[]
}

export const STATED_HOURS = 24
const HOUR_MS = 3_600_000
/** Asks for no probes or hours in detail: only sums and causes are exported. */
const nobody = { probes: 0, hours: 0 }

/** The coverage statement of each of the last hours including the current one, oldest first. */
export function coverageHours(facts: CoverageFacts): CoverageHour[] {
  const present = Math.floor(facts.at.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: STATED_HOURS }, (_, index) => {
    const hour = new Date(present - (STATED_HOURS - 1 - index) * HOUR_MS)
    const span = { from: hour, to: new Date(hour.getTime() + HOUR_MS) }
    const { state, at, probes, affectedProbes, causes } = coverageStatement(span, facts, nobody)
    return { hour, at, state, probes, affectedProbes, causes }
  })
}

/** The time range to read for these hours. */
export function statedSpan(now: number): { from: Date; to: Date } {
  const present = Math.floor(now / HOUR_MS) * HOUR_MS
  // The clock of the database may differ from ours, so read one more hour on both sides.
  return { from: new Date(present - STATED_HOURS * HOUR_MS), to: new Date(present + 2 * HOUR_MS) }
}
