import { X509Certificate } from 'node:crypto'
import { ExtendedKeyUsage, ExtendedKeyUsageExtension } from './x509.ts'
import { issue } from './authority.ts'
import { expiryOf, type ServedNames } from './certificate-facts.ts'
import { alternativeNames, DAY_MS, type KeyPair } from './certificate-request.ts'

/** A certificate is renewed when it is valid for less than this. */
const RENEW_BEFORE_MS = 30 * DAY_MS

/** Lifetime of the appliance's own certificate. */
export const SERVER_DAYS = 365

/** Issues a TLS server certificate for the given DNS names and IP addresses, without any other usage. */
export function issueServerCertificate(
  authority: KeyPair,
  options: { names: readonly string[]; addresses: readonly string[]; days: number; now?: Date },
): Promise<KeyPair> {
  const [first] = [...options.names, ...options.addresses]
  if (!first) throw new Error('a server certificate needs a name or an address')
  return issue(authority, {
    commonName: first,
    lifetimeMs: options.days * DAY_MS,
    now: options.now,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      alternativeNames([
        ...options.names.map((value) => ({ type: 'dns' as const, value })),
        ...options.addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
}

/** Whether a certificate was issued by this authority and is valid long enough. */
export function isFresh(certPem: string, authorityPem: string, now = Date.now()): boolean {
  const certificate = new X509Certificate(certPem)
  const issuer = new X509Certificate(authorityPem)
  return certificate.verify(issuer.publicKey) && expiryOf(certPem).getTime() - now > RENEW_BEFORE_MS
}

/** Whether it is fresh and contains all of these names and IP addresses. */
export function isServing(
  certPem: string,
  authorityPem: string,
  { names, addresses }: ServedNames,
  now = Date.now(),
): boolean {
  const certificate = new X509Certificate(certPem)
  return (
    isFresh(certPem, authorityPem, now) &&
    names.every((name) => certificate.checkHost(name)) &&
    addresses.every((address) => certificate.checkIP(address))
  )
}
