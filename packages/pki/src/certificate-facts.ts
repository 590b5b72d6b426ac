import { createHash, X509Certificate } from 'node:crypto'
import type { KeyPair } from './certificate-request.ts'
import { SubjectAlternativeNameExtension, X509Certificate as ParsedCertificate } from './x509.ts'

/** SHA-256 of the certificate as it travels (DER): what the store keeps and the gateway looks up. */
export function fingerprintOf(certPem: string): Buffer {
  return createHash('sha256').update(new X509Certificate(certPem).raw).digest()
}

/** The public key of a certificate, as SubjectPublicKeyInfo in DER. */
export function spkiOf(certificate: string | Buffer): Buffer {
  return new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
}

/** By what someone who was told it in advance knows an authority again: SHA-256 of its key, hexadecimal. */
export function pinOf(certPem: string): string {
  return createHash('sha256').update(spkiOf(certPem)).digest('hex')
}

/** The instant after which the certificate is refused. */
export function expiryOf(certPem: string): Date {
  return new X509Certificate(certPem).validToDate
}

/** What the store keeps of a certificate in addition to its purpose. `certPem` may be a chain: its first one speaks. */
export function recordOf({ certPem, keyPem }: KeyPair) {
  return { chainPem: certPem, keyPem, fingerprint: fingerprintOf(certPem), notAfter: expiryOf(certPem) }
}

/** DNS names and addresses that a certificate speaks for. */
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

/** What may be told of a certificate. */
export interface CertificateFacts {
  subject: string
  issuer: string
  names: string[]
  serial: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
  notBefore: Date
  notAfter: Date
  /** As `P-256` or `RSA 3072`. */
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

/** Shorter ones are taken, since many companies issue them, and the owner is told. */
const RECOMMENDED_RSA_BITS = 3_072

/** What the owner of a certificate should know of its key; nothing when the key is as strong as recommended. */
export function keyWarning(certPem: string): string | undefined {
  const { modulusLength } = new X509Certificate(certPem).publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength === undefined || modulusLength >= RECOMMENDED_RSA_BITS) return undefined
  return `The key is RSA of ${modulusLength} bits, good until about 2030. Renew it with RSA of at least ${RECOMMENDED_RSA_BITS} bits, P-256, P-384 or Ed25519.`
}

/** Node gives one part a line, and nothing at all for a name without parts. */
function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ')
}

/** The certificate in DER, as some clients want it. */
export function derOf(certPem: string): Buffer {
  return new X509Certificate(certPem).raw
}
