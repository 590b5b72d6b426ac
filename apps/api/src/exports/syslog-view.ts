import {
  type StoredSyslogGeneral,
  type SyslogCertificate,
  type SyslogExport,
  type SyslogFilters,
  type SyslogGeneral,
  SyslogState,
  syslogTransport,
} from '@watchpost/contract'
import { factsOf, keyWarning } from '@watchpost/pki'
import type { ExportCertificate, ReportedState, SyslogExportEntry } from '@watchpost/store'
import { readReported, unservedWarning } from './reported-state.ts'

export type SyslogEntry = SyslogExportEntry<StoredSyslogGeneral, SyslogFilters>

/** An export as the API returns it. */
export function viewOf(entry: SyslogEntry, reported: ReportedState | undefined): SyslogExport {
  return {
    id: entry.id,
    general: generalView(entry),
    filters: entry.filters,
    certificate: certificateView(entry.certificate),
    state: stateView(entry, reported),
  }
}

export function generalView({ general, certificate }: Pick<SyslogEntry, 'general' | 'certificate'>): SyslogGeneral {
  return { ...general, transport: syslogTransport(general, certificate) }
}

export function certificateView(certificate: ExportCertificate | null): SyslogCertificate | null {
  if (!certificate) return null
  const authorities = certificate.caPem === null ? [] : blocksOf(certificate.caPem)
  return {
    own: certificate.chainPem === null ? null : shown(certificate.chainPem),
    ca: authorities.map(shown),
    server_name: certificate.serverName,
    verify: certificate.isVerified,
    warnings: [...(certificate.chainPem === null ? [] : [certificate.chainPem]), ...authorities].flatMap(warningOf),
  }
}

function warningOf(pem: string): string[] {
  const warning = keyWarning(pem)
  return warning === undefined ? [] : [`${factsOf(pem).subject}: ${warning}`]
}

function blocksOf(pem: string): string[] {
  return pem.split(/(?=-----BEGIN CERTIFICATE-----)/).filter((each) => each.trim() !== '')
}

function shown(pem: string) {
  const { subject, issuer, fingerprint, notAfter } = factsOf(pem)
  return { subject, issuer, fingerprint_sha256: fingerprint, not_after: notAfter.toISOString() }
}

function stateView({ general }: SyslogEntry, reported: ReportedState | undefined): SyslogState {
  const { state, isFresh } = readReported(SyslogState, unknownState, reported)
  if (isFresh) return state
  if (!general.enabled) return { ...state, status: 'disabled', rate: 0 }
  return { ...state, status: 'unserved', rate: 0, warnings: [...state.warnings, unservedWarning] }
}

const unknownState: SyslogState = {
  status: 'unserved',
  since: null,
  reported_at: null,
  lag_events: 0,
  lag_seconds: 0,
  log: { epoch: 0, unsent_events: 0 },
  rate: 0,
  sent_events: 0,
  filtered_events: 0,
  repeated_events: 0,
  trimmed_events: 0,
  unreadable_events: 0,
  lost_events: 0,
  window_bytes: 0,
  last_written_at: null,
  last_error: null,
  retention: { held_seconds: 0, remaining_seconds: null, at_risk: false },
  warnings: [],
}
