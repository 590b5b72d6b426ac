import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'

/** Why a certificate speaks for no probe of ours, whatever the store says of it. */
export type CertificateFault = 'missing' | 'foreign' | 'out-of-date' | 'wrong-usage' | 'authority'

/** TLS client authentication (RFC 5280, 4.2.1.12). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

/**
 * Looks at the certificate of a connection itself. The handshake has judged it too, but a resumed session repeats a
 * judgement that may be hours old, so nothing here rests on it alone.
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
  // Left out, every use would be allowed: ours always name theirs.
  if (!certificate.keyUsage?.includes(CLIENT_AUTH)) return 'wrong-usage'
  return socket.authorized ? certificate : 'foreign'
}
