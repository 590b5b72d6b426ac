import type { CloneAlarm, ManagedCertificate, ManagedProbe } from '@watchpost/store'

/** One line per probe: number, name, state, and when it was last seen. */
export function lineOf(probe: ManagedProbe): string {
  const live = probe.certificates.filter(({ state }) => state === 'in-use' || state === 'unused')
  const standing = [
    ...(probe.cloneAlarms.length > 0 ? ['MAY BE CLONED'] : []),
    probe.isPaired
      ? `paired until ${probe.certificate?.notAfter.toISOString().slice(0, 16) ?? '?'}Z`
      : probe.enrolmentExpiresAt
        ? 'waits for its code'
        : 'not paired',
    ...(live.length > 1 ? [`${live.length} live certificates`] : []),
    ...(probe.isPaused ? ['paused'] : []),
    `last seen ${instant(probe.lastSeenAt)}`,
  ]
  return `${String(probe.id).padStart(5)}  ${probe.fqdn}  ${standing.join(', ')}`
}

/** A probe with its certificates, newest first, and the signs that it may have been cloned. */
export function linesOf(probe: ManagedProbe): string[] {
  return [
    lineOf(probe),
    ...probe.certificates.map(certificateLine),
    ...probe.cloneAlarms.map(alarmLine),
    ...(probe.cloneAlarms.length > 0
      ? [
          '  the key may be stolen: watchpost probe revoke, then pair; the sensor moved: watchpost probe clear-clone-alarm',
        ]
      : []),
  ]
}

function certificateLine(certificate: ManagedCertificate): string {
  const { fingerprint, state, issuedAt, notAfter, firstUsedAt, lastUsedAt, lastNetwork } = certificate
  const used = lastUsedAt
    ? `used ${instant(firstUsedAt)} to ${instant(lastUsedAt)} from ${lastNetwork ?? 'unknown'}`
    : 'never used'
  return `  certificate ${fingerprint.toString('hex')}  ${state}, issued ${instant(issuedAt)}, expires ${instant(notAfter)}, ${used}`
}

function alarmLine({ reason, raisedAt, lastAt, networks }: CloneAlarm): string {
  return `  clone alarm ${reason}, first seen ${instant(raisedAt)}, last seen ${instant(lastAt)}, from ${networks.join(' and ')}`
}

function instant(at: Date | null): string {
  return at?.toISOString().slice(0, 19).concat('Z') ?? 'never'
}
