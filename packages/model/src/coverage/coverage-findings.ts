import type { CoverageStatement } from './coverage-statement.ts'

/** A finding about the probes or the coverage, and what to do about it. */
export interface CoverageFinding {
  part: 'probes' | 'coverage'
  level: 'good' | 'warning' | 'bad'
  says: string
  todo?: string
}

/** The current state, all stored hours, and the last day. */
export interface CoverageOutlook {
  /** Probes of the last day. */
  probes: number
  /** Names of probes that are silent now, as far as known. */
  silentNames: readonly string[]
  open: { silentProbes: number; late: number; missing: number; deadLettered: number }
  day: Pick<CoverageStatement, 'state' | 'knownFrom'> & {
    totals: Pick<CoverageStatement['totals'], 'givenUp' | 'expired' | 'droppedPackets' | 'silentSeconds'>
  }
}

const shownNames = 3

/** The statement as two findings: the probes, and their events. */
export function coverageFindings(outlook: CoverageOutlook): CoverageFinding[] {
  return [ofProbes(outlook), ofEvents(outlook)]
}

function ofProbes({ probes: all, silentNames, open: { silentProbes: silent } }: CoverageOutlook): CoverageFinding {
  const part = 'probes'
  if (silent > 0) {
    const names = silentNames.slice(0, shownNames)
    const more = silent - names.length
    const listed = [...names, ...(more > 0 ? [`${more} more`] : [])]
    return {
      part,
      level: silent >= all ? 'bad' : 'warning',
      says: `${silent} of ${Math.max(all, silent)} silent: ${listed.join(', ')}`,
      todo: 'Look whether the agent runs and reaches the appliance. See docs/runbooks/probes-silent.md.',
    }
  }
  if (all === 0) {
    const says = 'none was connected within 24 hours'
    return { part, level: 'warning', says, todo: 'Add a probe on the page Probes.' }
  }
  return { part, level: 'good', says: `${all} ${all === 1 ? 'probe' : 'probes'}, none silent` }
}

function ofEvents({ probes, open, day }: CoverageOutlook): CoverageFinding {
  const part = 'coverage'
  const outstanding = [
    open.silentProbes > 0 && `${counted(open.silentProbes, 'probe')} silent`,
    open.late > 0 && `${counted(open.late, 'event')} not indexed within 15 s`,
    open.missing > 0 && `${counted(open.missing, 'event')} missing`,
    open.deadLettered > 0 && `${counted(open.deadLettered, 'event')} among the dead letters`,
  ].filter((each) => each !== false)
  if (outstanding.length > 0) {
    return { part, level: 'warning', says: outstanding.join(', '), todo: `See docs/runbooks/${runbookOf(open)}.md.` }
  }
  const { givenUp, expired, droppedPackets, silentSeconds } = day.totals
  const lost = [
    givenUp > 0 && `${counted(givenUp, 'event')} given up`,
    expired > 0 && `${counted(expired, 'event')} expired before they were indexed`,
    droppedPackets > 0 && `${counted(droppedPackets, 'packet')} dropped by sensors`,
    silentSeconds > 0 && `${Math.ceil(silentSeconds / 60)} min of silence`,
  ].filter((each) => each !== false)
  const says =
    lost.length > 0 ? `nothing is outstanding; gaps in the last 24 hours: ${lost.join(', ')}` : whole(day, probes)
  if (expired > 0) return { part, level: 'warning', says, todo: 'See docs/runbooks/events-lost.md.' }
  return { part, level: 'good', says }
}

function whole({ state, knownFrom }: CoverageOutlook['day'], probes: number): string {
  if (state === 'complete') return 'complete in the last 24 hours'
  if (probes === 0) return 'nothing is outstanding; no probe was connected within 24 hours'
  return `nothing is outstanding; not recorded before ${knownFrom.toISOString().slice(0, 16)}Z`
}

function runbookOf({ late, missing, deadLettered }: CoverageOutlook['open']): string {
  if (late > 0) return 'events-late'
  if (missing > 0) return 'ledger-gaps-open'
  return deadLettered > 0 ? 'dead-letters' : 'probes-silent'
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
