import { createHash, X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { Refusal } from '../refusal.ts'
import { type CertificateFault, judgeCertificate } from './judge-certificate.ts'
import type { CertifiedProbe, KnownProbe } from './known-probe.ts'
import type { LiveConnections } from './live-connections.ts'
import type { UseBook } from './use-book.ts'

/** Why a client is refused: because of the certificate itself, or because of its state in the store. */
export type IdentityFault = CertificateFault | 'unknown' | 'revoked' | 'superseded'

export interface IdentifyPorts {
  registry: { findByFingerprint(fingerprint: Uint8Array): Promise<CertifiedProbe | 'absent'> }
  /** The CA that issues probe certificates; undefined until it has been read. */
  authorityPem(): string | undefined
  live: Pick<LiveConnections, 'find' | 'isFresh' | 'join'>
  /**
   * Ends the older certificates of a probe when a new one is first used. Refused when the new one has ended by then.
   */
  firstUse(probe: CertifiedProbe, address: string): Promise<'used' | 'refused'>
  uses: Pick<UseBook, 'note'>
  refused(fault: IdentityFault): void
}

/** Identifies the peer of a connection by its certificate only, never by what it claims. */
export function createIdentify(
  { registry, authorityPem, live, firstUse, uses, refused }: IdentifyPorts,
  now: () => number = Date.now,
): (socket: TLSSocket, address: string) => Promise<KnownProbe> {
  let authority: { pem: string; certificate: X509Certificate } | undefined

  function presentAuthority(): X509Certificate {
    const pem = authorityPem()
    if (pem === undefined) throw new Refusal('store-unavailable', 'Send it again.')
    if (authority?.pem !== pem) authority = { pem, certificate: new X509Certificate(pem) }
    return authority.certificate
  }

  function refuse(fault: IdentityFault): never {
    refused(fault)
    throw refusalOf(fault)
  }

  function judged(socket: TLSSocket): { fingerprint: Buffer; notAfter: number } {
    const certificate = judgeCertificate(socket, presentAuthority(), now())
    if (typeof certificate === 'string') return refuse(certificate)
    const fingerprint = createHash('sha256').update(certificate.raw).digest()
    return { fingerprint, notAfter: certificate.validToDate.getTime() }
  }

  async function asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw new Refusal('store-unavailable', 'Send it again.', { cause: error })
    }
  }

  return async function identify(socket, address) {
    const joined = live.find(socket)
    // A lookup for every batch would slow down all probes, so open connections are watched instead.
    if (joined && joined.notAfter > now() && live.isFresh()) {
      uses.note(socket, joined.probe, address)
      return joined.probe
    }
    // The certificate of a connection does not change: once it was valid, it can only expire.
    const good = joined && joined.notAfter > now() ? joined : judged(socket)
    const probe = await asked(registry.findByFingerprint(good.fingerprint))
    if (probe === 'absent') return refuse('unknown')
    if (!probe.isPaired && !probe.isSuperseded) return refuse('revoked')
    uses.note(socket, probe, address)
    if (!probe.isPaired) return refuse('superseded')
    // Record the use first: what a renewal replaces depends on which certificates were used.
    if (!probe.isUsed && (await asked(firstUse(probe, address))) === 'refused') return refuse('revoked')
    return live.join(socket, good, { ...probe, isUsed: true }).probe
  }
}

const details: Record<CertificateFault, string> = {
  missing: 'The connection has no client certificate.',
  foreign: 'The client certificate is not of this appliance.',
  'out-of-date':
    'The client certificate has expired, or is not valid yet: pair the probe again, and compare the clocks.',
  'wrong-usage': 'The client certificate is not meant for clients.',
  authority: 'The client certificate is that of an authority.',
}

function refusalOf(fault: IdentityFault): Refusal {
  if (fault === 'unknown') return new Refusal('certificate-unknown', 'Enrol the probe, or use its own certificate.')
  if (fault === 'revoked') return new Refusal('probe-unpaired', 'Pair the probe again.')
  if (fault === 'superseded') {
    return new Refusal('certificate-superseded', 'Use the newest certificate of the probe, or pair the probe again.')
  }
  return new Refusal('certificate-invalid', details[fault])
}
