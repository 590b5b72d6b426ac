import type { OnExpired } from '@watchpost/log'
import { coverageChanges, type CoveragePorts } from '../coverage/coverage-changes.ts'
import { type AuditPorts, auditRows } from './audit-rows.ts'
import type { Chunk } from './chunk.ts'
import { inLog } from './position.ts'
import { type ReadingPlace, type StretchPorts, stretches } from './stretches.ts'
import { together } from './together.ts'

/**
 * Everything that an export sends from its position on: the log, and the audit and coverage statements if it includes
 * them.
 */
export function everything(
  log: StretchPorts,
  audit: AuditPorts,
  coverage: CoveragePorts,
  place: ReadingPlace,
  onExpired: OnExpired,
  stop: AbortSignal,
): AsyncGenerator<Chunk> {
  // The shared reader of the log also serves exports without the audit, so strip the audit from the position.
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
