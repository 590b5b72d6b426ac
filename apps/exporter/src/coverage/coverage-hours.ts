import { type CoverageCause, type CoverageFacts, coverageStatement, type CoverageStatement } from '@watchpost/model'

/** What can be said of how complete the events of one hour are. */
export interface CoverageHour {
  hour: Date
  /** When this was true. */
  at: Date
  state: CoverageStatement['state']
  probes: number
  affectedProbes: number
  causes: readonly CoverageCause[]
}

export const STATED_HOURS = 24
const HOUR_MS = 3_600_000
/** Only the sums and causes are told. */
const nobody = { probes: 0, hours: 0 }

/** The statement of each of the last hours, the present one included, oldest first. */
export function coverageHours(facts: CoverageFacts): CoverageHour[] {
  const present = Math.floor(facts.at.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: STATED_HOURS }, (_, index) => {
    const hour = new Date(present - (STATED_HOURS - 1 - index) * HOUR_MS)
    const span = { from: hour, to: new Date(hour.getTime() + HOUR_MS) }
    const { state, at, probes, affectedProbes, causes } = coverageStatement(span, facts, nobody)
    return { hour, at, state, probes, affectedProbes, causes }
  })
}

/** The span that these hours cover, in facts that are read now. */
export function statedSpan(now: number): { from: Date; to: Date } {
  const present = Math.floor(now / HOUR_MS) * HOUR_MS
  // The clock of the database may be ahead of ours: an hour more on both sides.
  return { from: new Date(present - STATED_HOURS * HOUR_MS), to: new Date(present + 2 * HOUR_MS) }
}
