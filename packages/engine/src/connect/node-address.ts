import { isLoopbackHost } from '@watchpost/runtime'

/** Where to connect to a node of the engine. */
export interface NodeAddress {
  /** The URL of its HTTP requests. */
  origin: string
  /** The Unix socket that leads to it, if it is not reached by TCP. */
  socketPath?: string
}

/** The schemes of `ENGINE_NODES`. */
export const NODE_PATTERN = '^(https?://|http\\+unix:///)'

/** Reads a node of `ENGINE_NODES`: a URL, or http+unix:// followed by the path of a Unix socket. */
export function nodeAddress(node: string): NodeAddress {
  const { protocol, pathname } = new URL(node)
  if (protocol !== 'http+unix:') return { origin: node }
  return { origin: 'http://localhost', socketPath: decodeURIComponent(pathname) }
}

/** Whether requests to a node leave this machine without TLS. */
export function isSentInClear(node: string): boolean {
  const { protocol, hostname } = new URL(nodeAddress(node).origin)
  return protocol !== 'https:' && !isLoopbackHost(hostname)
}
