import type { Socket } from 'node:net'
import { PROXY_HEAD_BYTES, parseProxyHeader, type ProxiedClient, proxyBodyLength } from './parse-proxy-header.ts'

/**
 * Reads the PROXY protocol v2 header from a connection and not one byte more, so that TLS gets its own first byte next.
 * Waits as long as the connection is open: the caller sets the timeout.
 */
export function readProxyHeader(socket: Socket, done: (client: ProxiedClient | 'local' | 'invalid') => void): void {
  let head: Buffer | undefined
  let bodyBytes = 0

  function look(): void {
    if (!head) {
      const bytes = take(PROXY_HEAD_BYTES)
      if (!bytes) return
      const length = proxyBodyLength(bytes)
      if (length === 'invalid') return finish('invalid')
      head = bytes
      bodyBytes = length
    }
    const body = bodyBytes === 0 ? Buffer.alloc(0) : take(bodyBytes)
    if (body) finish(parseProxyHeader(head, body))
  }

  /** Undefined while fewer bytes are available. */
  function take(count: number): Buffer | undefined {
    const bytes = socket.read(count) as Buffer | null
    if (bytes?.length === count) return bytes
    // At its end a stream returns what is left, however little.
    if (bytes) finish('invalid')
    return undefined
  }

  function finish(client: ProxiedClient | 'local' | 'invalid'): void {
    socket.off('readable', look).off('end', cutOff)
    done(client)
  }

  function cutOff(): void {
    finish('invalid')
  }

  socket.on('readable', look).once('end', cutOff)
}
