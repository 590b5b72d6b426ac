import type { Coverage } from '@watchpost/contract'
import type { Finding } from './health-service.ts'

const shownNames = 3

/** What the coverage of the last day says of the probes, and of whether everything can be found. */
export function createCoverageLook(read: () => Promise<Coverage>) {
  return async (): Promise<Finding[]> => {
    try {
      return coverageFindings(await read())
    } catch (error) {
      const says = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
      return [{ part: 'coverage', level: 'bad', says, todo: 'See docs/runbooks/database-down.md.' }]
    }
  }
}

/** The statement as rows of the system's health. */
export function coverageFindings(coverage: Coverage): Finding[] {
  return [ofProbes(coverage), ofEvents(coverage)]
}

function ofProbes({ probe_count: all, open, probes }: Coverage): Finding {
  const part = 'probes'
  const { silent_probes: silent } = open
  if (silent > 0) {
    const names = probes.filter(({ silences }) => silences.some(({ is_open }) => is_open)).map(({ fqdn }) => fqdn)
    const more = silent - Math.min(names.length, shownNames)
    const listed = [...names.slice(0, shownNames), ...(more > 0 ? [`${more} more`] : [])]
    return {
      part,
      level: silent >= all ? 'bad' : 'warning',
      says: `${silent} of ${Math.max(all, silent)} silent: ${listed.join(', ')}`,
      todo: 'Look whether the agent runs and reaches the appliance. See docs/runbooks/probes-silent.md.',
    }
  }
  if (all === 0) {
    return {
      part,
      level: 'warning',
      says: 'none was connected within 24 hours',
      todo: 'Add a probe on the page Probes.',
    }
  }
  return { part, level: 'good', says: `${all} ${all === 1 ? 'probe' : 'probes'}, none silent` }
}

function ofEvents(coverage: Coverage): Finding {
  const part = 'coverage'
  const { open } = coverage
  const outstanding = [
    open.late > 0 && `${counted(open.late, 'event')} not indexed within 15 s`,
    open.missing > 0 && `${counted(open.missing, 'event')} missing`,
    open.dead_lettered > 0 && `${counted(open.dead_lettered, 'event')} among the dead letters`,
  ].filter((each) => each !== false)
  if (outstanding.length > 0) {
    return { part, level: 'warning', says: outstanding.join(', '), todo: `See docs/runbooks/${runbookOf(open)}.md.` }
  }
  const lost = [
    coverage.expired > 0 && `${counted(coverage.expired, 'event')} expired before they were indexed`,
    coverage.dropped_packets > 0 && `${counted(coverage.dropped_packets, 'packet')} dropped by sensors`,
    coverage.silent_seconds > 0 && `${Math.ceil(coverage.silent_seconds / 60)} min of silence`,
  ].filter((each) => each !== false)
  const says =
    lost.length > 0 ? `nothing is outstanding; gaps in the last 24 hours: ${lost.join(', ')}` : whole(coverage)
  if (coverage.expired > 0) return { part, level: 'warning', says, todo: 'See docs/runbooks/events-lost.md.' }
  return { part, level: 'good', says }
}

function whole({ state, probe_count: probes, known_from: knownFrom }: Coverage): string {
  if (state === 'complete') return 'complete in the last 24 hours'
  if (probes === 0) return 'nothing is outstanding; no probe was connected within 24 hours'
  return `nothing is outstanding; not recorded before ${knownFrom.slice(0, 16)}Z`
}

function runbookOf({ late, missing }: Coverage['open']): string {
  if (late > 0) return 'events-late'
  return missing > 0 ? 'ledger-gaps-open' : 'dead-letters'
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}
