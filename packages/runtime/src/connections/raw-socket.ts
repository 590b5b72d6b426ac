import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ProxiedClient } from './proxy/parse-proxy-header.ts'

/** Silent connections cost no TLS state: it is made when the first byte is there. */
export function onceReadable(socket: Socket, then: () => void): void {
  // What came together with a PROXY header is not announced once more.
  if (socket.readableLength > 0) {
    then()
    return
  }
  socket.once('readable', () => {
    if (socket.readableLength > 0) then()
    else socket.destroy()
  })
}

/** The connection under a TLS socket. Node has no public name for it; the address of the peer would not be unique. */
export function parentOf(secure: TLSSocket): Socket {
  return (secure as TLSSocket & { _parent: Socket })._parent
}

/** From now on the socket tells the address of the client instead of that of the proxy. */
export function showClient(socket: Socket, { address, port }: ProxiedClient): void {
  Object.defineProperties(socket, { remoteAddress: { value: address }, remotePort: { value: port } })
}
