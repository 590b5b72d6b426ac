import { Agent } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { exchange } from '../harness/http-exchange.ts'

export interface HttpsAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** SHA-256 of the server certificate, in hexadecimal. */
  fingerprint: string
}

export interface HttpsCall {
  port: number
  ca: string | string[]
  method?: string
  path: string
  headers?: Record<string, string>
  /** Sent as JSON, or unchanged if it is text. */
  body?: unknown
  agent?: Agent
}

const TIMEOUT_MS = 20_000

/** One request without our client library, on a new connection unless an agent is given. */
export async function httpsCall({ body, headers = {}, agent, ...rest }: HttpsCall): Promise<HttpsAnswer> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  let fingerprint = ''
  const answer = await exchange({
    host: '127.0.0.1',
    servername: 'localhost',
    timeout: TIMEOUT_MS,
    agent: agent ?? new Agent({ keepAlive: false }),
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...rest,
    body: sent,
    onAnswer: (socket) => {
      fingerprint = fingerprintAt(socket as TLSSocket)
    },
  })
  return { ...answer, fingerprint }
}

const fingerprints = new WeakMap<TLSSocket, string>()

/** A connection reports its certificate once; on a kept connection it is the one from the handshake. */
function fingerprintAt(socket: TLSSocket): string {
  const { fingerprint256 = '' } = socket.getPeerX509Certificate() ?? {}
  const fingerprint = fingerprints.get(socket) ?? fingerprint256.replaceAll(':', '').toLowerCase()
  fingerprints.set(socket, fingerprint)
  return fingerprint
}
