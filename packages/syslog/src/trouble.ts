/** The stage at which delivery failed. */
export type TroublePlace = 'resolve' | 'connect' | 'tls' | 'write' | 'open'

/** A delivery failure, with a message for the operator of the receiver. It never quotes data from the receiver. */
export class SyslogTrouble extends Error {
  override readonly name = 'SyslogTrouble'
  readonly place: TroublePlace
  constructor(place: TroublePlace, words: string, options?: ErrorOptions) {
    super(words, options)
    this.place = place
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The receiver refuses connections: nothing listens on this port, or a firewall rejects it.',
  ECONNRESET: 'The receiver cut the connection.',
  EPIPE: 'The receiver has closed the connection.',
  ETIMEDOUT: 'The receiver does not answer.',
  EHOSTUNREACH: 'There is no way to the receiver: the host does not answer on its network.',
  ENETUNREACH: 'There is no way to the network of the receiver.',
  EHOSTDOWN: 'The host of the receiver is down.',
  EADDRNOTAVAIL: 'This appliance has no address or port left to connect from.',
  ENOTFOUND: 'The host name is not known to the name server.',
  EAI_AGAIN: 'The name server does not answer.',
  EPROTO: 'The receiver does not speak TLS on this port, or none that is safe.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The receiver does not speak TLS on this port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The receiver does not speak TLS on this port.',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The receiver speaks only versions of TLS before 1.2.',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The receiver does not take TLS 1.2 or 1.3.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The receiver's certificate comes from an authority that this export does not trust: set `ca`, or let the receiver send its intermediates.",
  UNABLE_TO_GET_ISSUER_CERT:
    "The receiver's certificate comes from an authority that this export does not trust: set `ca`.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The receiver's certificate comes from an authority that this export does not trust: set `ca`.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's authority is not one that this export trusts: set `ca`.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is signed by itself: set it as `ca` to trust it.",
  CERT_HAS_EXPIRED: "The receiver's certificate, or one of its authorities, has expired.",
  CERT_NOT_YET_VALID: "The receiver's certificate is not valid yet: compare the clocks.",
  CERT_REVOKED: "The receiver's certificate was revoked.",
  INVALID_PURPOSE: "The receiver's certificate is not meant for servers.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The receiver's certificate is for another name: set `server_name` to one that it speaks for.",
}

/** TLS alerts by which a receiver rejects or misses our certificate. */
const ownRefused =
  /ALERT_(BAD_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED|NO_CERTIFICATE|HANDSHAKE_FAILURE)/

/** Converts a socket error to a message for the operator. */
export function troubleOf(place: TroublePlace, error: unknown): SyslogTrouble {
  if (error instanceof SyslogTrouble) return error
  const code = codeOf(error)
  if (ownRefused.test(code)) {
    const text =
      "The receiver refuses this export's certificate, or demands one: set a certificate that its authority has issued and that is not expired."
    return new SyslogTrouble('tls', text, { cause: error })
  }
  const isTls = code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')
  const text = words[code] ?? (isTls ? 'The TLS handshake failed.' : 'The connection failed.')
  return new SyslogTrouble(isTls ? 'tls' : place, text, { cause: error })
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
