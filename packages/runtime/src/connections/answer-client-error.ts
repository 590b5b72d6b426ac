import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { LINGER_MS } from './server-timeouts.ts'

/**
 * Answers an unreadable request with a problem, on the raw connection. Only errors of the HTTP parser are answered: all
 * others come from a handshake or a dead connection, where a response would never be flushed and the socket never
 * closed.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = statusOf(error.code)
  if (status === undefined || !socket.writable) {
    socket.destroy()
    return
  }
  const instance = randomUUID()
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const text = JSON.stringify({ type: 'about:blank', title, status, instance })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(text)}`,
    `request-id: ${instance}`,
    'cache-control: no-store',
    'connection: close',
  ]
  endSocket(socket, `${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Sends the last bytes and destroys the socket soon after, whether or not the peer has read them. */
export function endSocket(socket: Socket, lastBytes: string, lingerMs: number = LINGER_MS): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(lastBytes)
}

/** Undefined if it is not an HTTP error. */
function statusOf(code = ''): number | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code.startsWith('HPE_') ? 400 : undefined
}
