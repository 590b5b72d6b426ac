import type { Coverage } from '@watchpost/contract'
import type { CoverageCounts, CoverageStatement, HourCounts, ProbeCoverage } from '@watchpost/model'
import type { FleetTotals } from '@watchpost/store'

/** What is outstanding now, over all retained data. */
export type OpenTotals = Pick<FleetTotals, 'silentProbes' | 'late' | 'missing' | 'givenUp' | 'deadLettered'>

interface ViewedRange {
  from: Date
  to: Date
  /** When the requested probe was first seen. */
  expectedFrom: Date | undefined
}

/** The coverage statement as the API returns it. */
export function coverageView(
  { from, to, expectedFrom }: ViewedRange,
  statement: CoverageStatement,
  open: OpenTotals,
): Coverage {
  return {
    state: statement.state,
    from: from.toISOString(),
    to: to.toISOString(),
    at: statement.at.toISOString(),
    known_from: statement.knownFrom.toISOString(),
    expected_from: expectedFrom?.toISOString() ?? null,
    probe_count: statement.probes,
    affected_probe_count: statement.affectedProbes,
    ...countsView(statement.totals),
    causes: statement.causes.map((each) => ({
      cause: each.cause,
      probes: each.probes,
      count: Math.round(each.count),
      from: each.from.toISOString(),
      to: each.to.toISOString(),
      is_open: each.isOpen,
    })),
    hours: statement.hours.filter(hasCause).map(hourView),
    probes: statement.affected.map((each) => probeView(each, expectedFrom !== undefined)),
    is_truncated: statement.isTruncated,
    open: {
      silent_probes: open.silentProbes,
      late: open.late,
      missing: open.missing - open.givenUp,
      dead_lettered: open.deadLettered,
    },
  }
}

/** For the fleet, only hours with a cause are read, without the number of arrived events. */
function probeView(
  { id, fqdn, isRemoved, totals, silences, hours }: ProbeCoverage,
  isWhole: boolean,
): Coverage['probes'][number] {
  return {
    id,
    fqdn,
    is_removed: isRemoved,
    ...countsView(totals),
    silences: silences.map(({ from, to, isOpen }) => ({
      from: from.toISOString(),
      to: to.toISOString(),
      is_open: isOpen,
    })),
    hours: hours.map((each) => ({
      ...hourView(each),
      ...(isWhole && { received: each.received, indexed: each.indexed }),
    })),
  }
}

function hourView(row: HourCounts): Coverage['hours'][number] {
  return { hour: row.hour.toISOString(), ...countsView(row), silent_probes: row.silentProbes }
}

function hasCause({ late, missing, deadLettered, expired, droppedPackets, silentProbes }: HourCounts): boolean {
  return late + missing + deadLettered + expired + droppedPackets + silentProbes > 0
}

function countsView({ late, missing, givenUp, deadLettered, expired, droppedPackets, silentSeconds }: CoverageCounts) {
  return {
    late,
    missing,
    given_up: givenUp,
    dead_lettered: deadLettered,
    expired,
    dropped_packets: droppedPackets,
    silent_seconds: Math.round(silentSeconds),
  }
}
