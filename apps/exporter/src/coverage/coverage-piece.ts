import type { EventOutline } from '@watchpost/model'
import type { Piece } from '../reading/chunk.ts'
import { COVERAGE } from '../reading/position.ts'
import type { CoverageHour } from './coverage-hours.ts'

/** Severities on the scale of detectors, so that the severity mapping of an export applies here too. */
const severities = { incomplete: 2, complete: 3, unknown: undefined } as const

/** Turns the coverage statement of an hour into the form that exports send. */
export function coveragePiece(
  { hour, at, state, probes, affectedProbes, causes }: CoverageHour,
  hostname: string,
): Piece {
  const id = `coverage-${hour.getTime()}-${at.getTime()}`
  const document = {
    '@timestamp': at.toISOString(),
    uuid: id,
    event_type: 'coverage',
    hour: hour.toISOString(),
    state,
    probe_count: probes,
    affected_probe_count: affectedProbes,
    causes: causes.map((each) => ({
      cause: each.cause,
      probes: each.probes,
      count: Math.round(each.count),
      is_open: each.isOpen,
    })),
  }
  const outline: EventOutline = {
    id,
    at: at.toISOString(),
    fqdn: hostname,
    probeId: 0,
    eventType: 'coverage',
    severity: severities[state],
    risk: undefined,
    addresses: () => [],
    json: () => JSON.stringify(document),
  }
  return {
    record: {
      identity: { probeId: 0, stream: 'coverage', sequence: at.getTime() },
      receivedAt: at.getTime(),
      partition: COVERAGE,
      offset: 0,
    },
    isRepeat: false,
    look: () => outline,
    release: () => undefined,
  }
}
