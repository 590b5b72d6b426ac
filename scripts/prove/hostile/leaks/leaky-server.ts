import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { KeyPair } from '@watchpost/pki'

export interface OwnServer {
  port: number
  close(): void
}

const HANDSHAKE_MS = 1_000
const answer = 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'

/**
 * A server with a planted fault: it responds even to clients that never finished their handshake. Nothing can be
 * written to them, so the connection is never closed. With the fix, it destroys them.
 */
export async function startLeakyServer({ certPem, keyPem }: KeyPair, { isMended = false } = {}): Promise<OwnServer> {
  const server = createServer({
    cert: certPem,
    key: keyPem,
    handshakeTimeout: HANDSHAKE_MS,
    headersTimeout: HANDSHAKE_MS,
    requestTimeout: HANDSHAKE_MS,
    connectionsCheckingInterval: 200,
  })
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', (_error, socket) => {
    if (isMended) socket.destroy()
    else socket.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const each of sockets) each.destroy()
    },
  }
}
