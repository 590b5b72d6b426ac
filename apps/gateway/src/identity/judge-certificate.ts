import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'

/** Why a certificate is not a valid probe certificate, independent of the store. */
export type CertificateFault = 'missing' | 'foreign' | 'out-of-date' | 'wrong-usage' | 'authority'

/** TLS client authentication (RFC 5280, 4.2.1.12). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/**
 * Checks the certificate of a connection. The handshake checked it too, but a resumed session repeats a result that may
 * be hours old, so this does not rely on the handshake alone.
 */
export function judgeCertificate(
  socket: Pick<TLSSocket, 'authorized' | 'getPeerX509Certificate'>,
  authority: X509Certificate,
  now: number,
): X509Certificate | CertificateFault {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return 'missing'
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) return 'foreign'
  if (certificate.validFromDate.getTime() > now || certificate.validToDate.getTime() <= now) return 'out-of-date'
  if (certificate.ca) return 'authority'
  // A certificate without this extension would allow every use. Our certificates always name theirs.
  if (!certificate.keyUsage?.includes(CLIENT_AUTH)) return 'wrong-usage'
  return socket.authorized ? certificate : 'foreign'
}
