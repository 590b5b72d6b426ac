import { connect, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'
import type { Slot } from './attack-plan.ts'

const HOST = '127.0.0.1'
const DRIP_MS = 1_000
/** Shared by all: creating one takes longer than a handshake, and the attackers share the CPU with the servers. */
const secureContext = createSecureContext()

/** Opens a connection that never sends a complete request. The server or the caller closes it. */
export function openHostile({ target, address, behaviour }: Slot, clientHello: Buffer): Socket {
  const where = { host: HOST, port: target.port, localAddress: address }
  if (behaviour === 'silent' || behaviour === 'half-open') {
    const socket = connect(where)
    if (behaviour === 'half-open') socket.once('connect', () => socket.write(clientHello))
    return watched(socket)
  }
  const socket = connectTls({ ...where, secureContext, servername: 'localhost', rejectUnauthorized: false })
  const [head, drop] = behaviour === 'slow-head' ? slowHead : slowBody(target.path)
  socket.once('secureConnect', () => {
    socket.write(head)
    const timer = setInterval(() => socket.writable && socket.write(drop), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
  })
  return watched(socket)
}

const slowHead = ['GET / HTTP/1.1\r\nHost: localhost\r\n', 'X-More: 1\r\n'] as const

function slowBody(path: string): readonly [string, string] {
  const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 4000']
  return [`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`, ' ']
}

/** Reads all data, so that the end of the connection is noticed. A reset counts as an end. */
function watched(socket: Socket): Socket {
  socket.on('error', () => {})
  return socket.resume()
}
