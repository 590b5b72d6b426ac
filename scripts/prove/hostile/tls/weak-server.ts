import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { KeyPair } from '@watchpost/pki'

/** A TLS server with planted faults: old versions, every cipher, and client-initiated renegotiation. */
export async function startWeakServer({ certPem, keyPem }: KeyPair) {
  const server = createServer({
    cert: certPem,
    key: keyPem,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.3',
    ciphers: 'ALL:@SECLEVEL=0',
  })
  const sockets = new Set<TLSSocket>()
  server.on('secureConnection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const each of sockets) each.destroy()
    },
  }
}
