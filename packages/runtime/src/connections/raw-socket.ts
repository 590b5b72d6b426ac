import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ProxiedClient } from './proxy/parse-proxy-header.ts'

/** TLS state is created when the first byte arrives, so that silent connections cost none. */
export function onceReadable(socket: Socket, then: () => void): void {
  // Bytes that came together with a PROXY header emit no further event.
  if (socket.readableLength > 0) {
    then()
    return
  }
  socket.once('readable', () => {
    if (socket.readableLength > 0) then()
    else socket.destroy()
  })
}

/**
 * The connection under a TLS socket. Node has no public API for it, and the IP address of the peer would not be unique.
 */
export function parentOf(secure: TLSSocket): Socket {
  return (secure as TLSSocket & { _parent: Socket })._parent
}

/** Makes the socket report the IP address of the client instead of the proxy's. */
export function showClient(socket: Socket, { address, port }: ProxiedClient): void {
  Object.defineProperties(socket, { remoteAddress: { value: address }, remotePort: { value: port } })
}
