import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestTls, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'

export interface Exchange extends RequestOptions {
  body?: string | Buffer | undefined
  /** Called when the response begins, while its connection is certainly open. */
  onAnswer?: (socket: Socket) => void
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** As received. */
  bytes: Buffer
  text: string
}

/**
 * Sends one request and reads the whole response. Uses TLS unless `protocol` is `http:`. Rejects when the connection
 * fails or is idle for `timeout` milliseconds.
 */
export function exchange({ body, onAnswer, ...options }: Exchange): Promise<Reply> {
  const request = options.protocol === 'http:' ? requestPlain : requestTls
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      onAnswer?.(incoming.socket)
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { statusCode = 0, headers } = incoming
        resolve({ status: statusCode, headers, bytes, text: bytes.toString('utf8') })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${options.method ?? 'GET'} ${options.path} timed out`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
