import { createHash, X509Certificate } from 'node:crypto'
import type { KeyPair } from './certificate-request.ts'
import { SubjectAlternativeNameExtension, X509Certificate as ParsedCertificate } from './x509.ts'

/** SHA-256 of the certificate in DER, which the store keeps and the gateway looks up. */
export function fingerprintOf(certPem: string): Buffer {
  return createHash('sha256').update(new X509Certificate(certPem).raw).digest()
}

/** The public key of a certificate, as SubjectPublicKeyInfo in DER. */
export function spkiOf(certificate: string | Buffer): Buffer {
  return new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
}

/** The pin of an authority, given to a probe in advance: SHA-256 of its public key, hexadecimal. */
export function pinOf(certPem: string): string {
  return createHash('sha256').update(spkiOf(certPem)).digest('hex')
}

/** The instant after which the certificate is invalid. */
export function expiryOf(certPem: string): Date {
  return new X509Certificate(certPem).validToDate
}

/**
 * What the store keeps of a certificate in addition to its purpose. `certPem` may be a chain: its first certificate is
 * used.
 */
export function recordOf({ certPem, keyPem }: KeyPair) {
  return { chainPem: certPem, keyPem, fingerprint: fingerprintOf(certPem), notAfter: expiryOf(certPem) }
}

/** DNS names and IP addresses of a certificate. */
export interface ServedNames {
  names: string[]
  addresses: string[]
}

export function namesOf(certPem: string): ServedNames {
  const extension = new ParsedCertificate(certPem).getExtension(SubjectAlternativeNameExtension)
  const all = extension?.names.toJSON() ?? []
  const of = (type: string) => all.filter((each) => each.type === type).map(({ value }) => value)
  return { names: of('dns'), addresses: of('ip') }
}

/** The public facts of a certificate. */
export interface CertificateFacts {
  subject: string
  issuer: string
  names: string[]
  serial: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
  notBefore: Date
  notAfter: Date
  /** For example `P-256` or `RSA 3072`. */
  key: string
}

export function factsOf(certPem: string): CertificateFacts {
  const certificate = new X509Certificate(certPem)
  const { names, addresses } = namesOf(certPem)
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    names: [...names, ...addresses],
    serial: certificate.serialNumber.toLowerCase(),
    fingerprint: fingerprintOf(certPem).toString('hex'),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    key: keyName(certificate),
  }
}

const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

function keyName({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): string {
  const { modulusLength, namedCurve } = asymmetricKeyDetails ?? {}
  if (modulusLength) return `RSA ${modulusLength}`
  if (namedCurve) return curves[namedCurve] ?? namedCurve
  return asymmetricKeyType === 'ed25519' ? 'Ed25519' : (asymmetricKeyType ?? 'unknown')
}

/** Shorter keys are accepted with a warning, because many companies issue them. */
const RECOMMENDED_RSA_BITS = 3_072

/** A warning about a weak key; undefined if the key is as strong as recommended. */
export function keyWarning(certPem: string): string | undefined {
  const { modulusLength } = new X509Certificate(certPem).publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength === undefined || modulusLength >= RECOMMENDED_RSA_BITS) return undefined
  return `The key is RSA of ${modulusLength} bits, good until about 2030. Renew it with RSA of at least ${RECOMMENDED_RSA_BITS} bits, P-256, P-384 or Ed25519.`
}

/** Node separates the parts by line breaks, and returns nothing for a name without parts. */
function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ')
}

/** The certificate in DER, which some clients require. */
export function derOf(certPem: string): Buffer {
  return new X509Certificate(certPem).raw
}
