import { createHash, X509Certificate } from 'node:crypto'

/** SHA-256 of the certificate as it travels (DER): what the store keeps and the gateway looks up. */
export function fingerprintOf(certPem: string): Buffer {
  return createHash('sha256').update(new X509Certificate(certPem).raw).digest()
}

/** The instant after which the certificate is refused. */
export function expiryOf(certPem: string): Date {
  return new Date(new X509Certificate(certPem).validTo)
}
