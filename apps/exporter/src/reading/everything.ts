import type { OnExpired } from '@watchpost/log'
import { coverageChanges, type CoveragePorts } from '../coverage/coverage-changes.ts'
import { type AuditPorts, auditRows } from './audit-rows.ts'
import type { Chunk } from './chunk.ts'
import { inLog } from './position.ts'
import { type ReadingPlace, type StretchPorts, stretches } from './stretches.ts'
import { together } from './together.ts'

/** All that an export can want from its place on: the log, and the audit and statements of coverage if it names them. */
export function everything(
  log: StretchPorts,
  audit: AuditPorts,
  coverage: CoveragePorts,
  place: ReadingPlace,
  onExpired: OnExpired,
  stop: AbortSignal,
): AsyncGenerator<Chunk> {
  // The reading of the log is shared by exports of which others know nothing of the audit.
  const placeInLog = { ...place, position: () => inLog(place.position()) }
  return together(
    [
      (until) => stretches(log, placeInLog, until),
      (until) => auditRows(audit, place, onExpired, until),
      (until) => coverageChanges(coverage, place, until),
    ],
    stop,
  )
}
