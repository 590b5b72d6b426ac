import { type Probe, type ProbeCertificate, ProbeHealth } from '@watchpost/contract'
import type { ClockCorrections, LedgerTotals, ManagedCertificate, ManagedProbe, ReportedHealth } from '@watchpost/store'
import { Value } from 'typebox/value'

/** A probe as the API returns it. */
export function wireProbe(
  probe: ManagedProbe,
  reported: ReportedHealth | 'absent',
  totals: LedgerTotals | undefined,
  corrections: ClockCorrections | 'absent',
): Probe {
  const { certificate } = probe
  return {
    id: probe.id,
    fqdn: probe.fqdn,
    is_paired: probe.isPaired,
    is_paused: probe.isPaused,
    created_at: probe.createdAt.toISOString(),
    events_per_second: probe.eventsPerSecond,
    certificate: certificate && {
      fingerprint_sha256: certificate.fingerprint.toString('hex'),
      issued_at: certificate.issuedAt.toISOString(),
      not_after: certificate.notAfter.toISOString(),
    },
    certificates: probe.certificates.map(certificateOf),
    clone_alarms: probe.cloneAlarms.map(({ reason, raisedAt, lastAt, networks, certificates }) => ({
      reason,
      raised_at: raisedAt.toISOString(),
      last_at: lastAt.toISOString(),
      networks,
      certificates,
    })),
    enrolment_expires_at: probe.enrolmentExpiresAt?.toISOString() ?? null,
    last_seen_at: probe.lastSeenAt?.toISOString() ?? null,
    health: healthOf(reported),
    ledger: ledgerOf(totals),
    clock_corrections: correctionsOf(corrections),
  }
}

function certificateOf(certificate: ManagedCertificate): ProbeCertificate {
  return {
    fingerprint_sha256: certificate.fingerprint.toString('hex'),
    state: certificate.state,
    issued_at: certificate.issuedAt.toISOString(),
    not_after: certificate.notAfter.toISOString(),
    first_used_at: certificate.firstUsedAt?.toISOString() ?? null,
    last_used_at: certificate.lastUsedAt?.toISOString() ?? null,
    last_network: certificate.lastNetwork,
  }
}

/** A probe that has sent nothing has no ledger. */
function ledgerOf(totals: LedgerTotals | undefined): Probe['ledger'] {
  if (!totals) return null
  const { received, indexed, deadLettered: dead_lettered, waiting, missing } = totals
  return { received, indexed, dead_lettered, waiting, missing }
}

function correctionsOf(corrections: ClockCorrections | 'absent'): Probe['clock_corrections'] {
  if (corrections === 'absent') return null
  const { aheadEvents: ahead, oldEvents: old, lastClaimed: last_claimed, lastReceived } = corrections
  return { ahead, old, last_claimed, last_received_at: lastReceived.toISOString() }
}

/** A report in another shape, from a gateway of another release, counts as absent. */
function healthOf(reported: ReportedHealth | 'absent'): ProbeHealth | null {
  if (reported === 'absent') return null
  const health = { ...Object(reported.report), reported_at: reported.reportedAt.toISOString() }
  return Value.Check(ProbeHealth, health) ? health : null
}
