import { type Extension, ExtendedKeyUsage, ExtendedKeyUsageExtension } from './x509.ts'
import { issue, sign } from './authority.ts'
import { alternativeNames, DAY_MS, type KeyPair } from './certificate-request.ts'
import type { SigningRequest } from './signing-request.ts'

const MINUTE_MS = 60_000

/** The URI name in a probe's certificate, in addition to its FQDN. */
export function probeUri(probeId: number): string {
  return `spiffe://watchpost/probe/${probeId}`
}

/** Issues a certificate with which only this probe can connect to the gateway. */
export function issueProbeCertificate(
  authority: KeyPair,
  options: { probeId: number; fqdn: string; days: number; now?: Date },
): Promise<KeyPair> {
  return issue(authority, {
    commonName: options.fqdn,
    lifetimeMs: options.days * DAY_MS,
    now: options.now,
    extensions: probeExtensions(options.probeId),
  })
}

/** The same for a key that the probe generated. Only the key of its request is used. */
export function certifyProbe(
  authority: KeyPair,
  request: SigningRequest,
  options: { probeId: number; fqdn: string; minutes: number; now?: Date },
): Promise<string> {
  return sign(authority, request.publicKey, {
    commonName: options.fqdn,
    lifetimeMs: options.minutes * MINUTE_MS,
    now: options.now,
    extensions: probeExtensions(options.probeId),
  })
}

function probeExtensions(probeId: number): Extension[] {
  return [
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    alternativeNames([{ type: 'url', value: probeUri(probeId) }]),
  ]
}
