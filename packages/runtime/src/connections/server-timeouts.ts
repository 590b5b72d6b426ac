/**
 * How long a port waits for a peer. Node looks for late requests only every `connectionsCheckingInterval`, so that has to
 * be short as well.
 */
export const serverTimeouts = {
  /** From accepting a connection to the end of its TLS handshake. */
  handshakeTimeout: 10_000,
  /** From the first byte of a request, or from the handshake before the first request, to the end of its headers. */
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
} as const

/** A connection on which not one byte moves in either direction, also not of an answer that its reader does not take. */
export const INACTIVITY_MS = 120_000

/** How long a peer may take to read the last answer before its connection is destroyed. */
export const LINGER_MS = 2_000

/**
 * Connections that wait to be accepted. In a flood a shorter queue drops the packets of honest clients too, who try again
 * only after a second. The system may allow fewer (`net.core.somaxconn`).
 */
export const LISTEN_BACKLOG = 4_096
