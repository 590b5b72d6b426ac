import { createHash } from 'node:crypto'
import { type StoredSyslogGeneral, type SyslogFilters, syslogMessageOptions, syslogTarget } from '@watchpost/contract'
import type { SyslogExportEntry } from '@watchpost/store'
import { createMessageFormat, type MessageFormat, type SyslogTarget } from '@watchpost/syslog'
import { compileFilter, type Filter } from './compile-filter.ts'

export type ExportEntry = SyslogExportEntry<StoredSyslogGeneral, SyslogFilters>

/** A compiled export: built once per change, not once per event. */
export interface ExportPlan {
  version: number
  isEnabled: boolean
  target: SyslogTarget
  /** When this digest changes, the export has to reconnect. */
  targetDigest: string
  format: MessageFormat
  filter: Filter
  /** The first audit row to send; undefined if the export does not include the audit. */
  auditFrom: number | undefined
  /** Whether the export includes coverage statements. */
  isCoverageNamed: boolean
  /** Warnings for the operator that do not depend on the connection. */
  warnings(now: number): string[]
}

const DAY_MS = 86_400_000

/** Compiles an export. `key` is its private key in PEM, if it has one. */
export function planExport(
  { general, filters, certificate, version, auditFrom }: ExportEntry,
  key: string | undefined,
): ExportPlan {
  const target = syslogTarget(general, certificate, key)
  return {
    version,
    isEnabled: general.enabled,
    target,
    targetDigest: createHash('sha256').update(JSON.stringify(target)).digest('hex'),
    format: createMessageFormat(syslogMessageOptions(general)),
    filter: compileFilter(filters),
    auditFrom: auditFrom ?? undefined,
    isCoverageNamed: filters.event_types.includes('coverage'),
    warnings(now) {
      const found: string[] = []
      if (target.tls && !target.tls.isVerified) {
        found.push("The receiver's certificate is not checked: anybody on the way can read and answer.")
      }
      const endsAt = target.tls ? certificate?.notAfter?.getTime() : undefined
      if (endsAt !== undefined && endsAt <= now)
        found.push('The certificate of this export has expired: set a new one.')
      else if (endsAt !== undefined && endsAt - now < 14 * DAY_MS) {
        found.push(`The certificate of this export expires ${new Date(endsAt).toISOString()}: set a new one before.`)
      }
      return found
    },
  }
}
