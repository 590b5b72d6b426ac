import type { Coverage } from '@watchpost/contract'
import { coverageFindings as findingsOf, type CoverageFinding } from '@watchpost/model'
import type { Finding } from './health-service.ts'

/** Findings about the probes and about searchability, from the coverage of the last day. */
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

/** The coverage as rows of the system health. */
export function coverageFindings(coverage: Coverage): CoverageFinding[] {
  const { open, probes } = coverage
  return findingsOf({
    probes: coverage.probe_count,
    silentNames: probes.filter(({ silences }) => silences.some(({ is_open }) => is_open)).map(({ fqdn }) => fqdn),
    open: {
      silentProbes: open.silent_probes,
      late: open.late,
      missing: open.missing,
      deadLettered: open.dead_lettered,
    },
    day: {
      state: coverage.state,
      knownFrom: new Date(coverage.known_from),
      totals: {
        givenUp: coverage.given_up,
        expired: coverage.expired,
        droppedPackets: coverage.dropped_packets,
        silentSeconds: coverage.silent_seconds,
      },
    },
  })
}
