import { ExtendedKeyUsage, ExtendedKeyUsageExtension } from './x509.ts'
import { issue } from './authority.ts'
import { alternativeNames, type KeyPair } from './certificate-request.ts'

/** The name a probe's certificate carries, beside its FQDN. */
export function probeUri(probeId: number): string {
  return `spiffe://watchpost/probe/${probeId}`
}

/** A certificate with which one probe, and nothing else, can open a connection to the gateway. */
export function issueProbeCertificate(
  authority: KeyPair,
  options: { probeId: number; fqdn: string; days: number; now?: Date },
): Promise<KeyPair> {
  return issue(authority, {
    commonName: options.fqdn,
    days: options.days,
    now: options.now,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
      alternativeNames([{ type: 'url', value: probeUri(options.probeId) }]),
    ],
  })
}
