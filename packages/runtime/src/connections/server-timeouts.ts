/**
 * How long a port waits for a peer. Node checks for late requests only every `connectionsCheckingInterval`, so that has
 * to be short as well.
 */
export const serverTimeouts = {
  /** From accepting a connection to the end of its TLS handshake. */
  handshakeTimeout: 10_000,
  /** From the first byte of a request, or from the handshake before the first request, to the end of its headers. */
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
} as const

/**
 * Timeout of a connection without a byte in either direction, including a response that its reader does not consume.
 */
export const INACTIVITY_MS = 120_000

/** How long a peer may take to read the last response before its connection is destroyed. */
export const LINGER_MS = 2_000

/**
 * Connections that wait to be accepted. In a flood, a shorter queue also drops packets of honest clients, which retry
 * only after a second. The system may allow fewer (`net.core.somaxconn`).
 */
export const LISTEN_BACKLOG = 4_096
