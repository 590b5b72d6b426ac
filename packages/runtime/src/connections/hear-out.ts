import type { IncomingMessage } from 'node:http'
import { LINGER_MS } from './server-timeouts.ts'

const MAX_BYTES = 64 * 1024 ** 2

/**
 * Waits, within limits of time and bytes, until a request has arrived completely, and discards it. If a connection is
 * closed while its client still writes, it is reset and the client never reads the response.
 */
export async function hearOut(
  request: IncomingMessage,
  { ms = LINGER_MS, bytes = MAX_BYTES }: { ms?: number; bytes?: number } = {},
): Promise<void> {
  if (request.complete || request.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  let heard = 0
  const count = (chunk: Buffer) => {
    heard += chunk.length
    if (heard > bytes) resolve()
  }
  request.once('end', resolve).once('close', resolve).on('data', count).resume()
  await promise
  clearTimeout(timer)
  request.off('data', count)
}
