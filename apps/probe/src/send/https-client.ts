import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'

/** The client certificate of a probe, its key, and the only CA that it trusts. All PEM. */
export interface Identity {
  ca: string
  cert: string
  key: string
}

export interface HttpsRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface HttpsAnswer {
  status: number
  retryAfter: string | undefined
  text: string
}

export interface HttpsClientOptions {
  url: string
  connections: number
  timeoutMs: number
}

/** The CA to trust and our identity. An untrusted connection is only for data that is verified in another way. */
export type Trust = Partial<Identity> | { isUntrusted: true }

/** Answers are small; a server that sends more is not the gateway. */
const MOST_ANSWER_BYTES = 256 * 1024
const IDLE_MS = 60_000

/** Keep-alive connections to the appliance, with one identity (or none, only for enrolment). */
export function createHttpsClient({ url, connections, timeoutMs }: HttpsClientOptions, trust: Trust) {
  const tls = 'isUntrusted' in trust ? { rejectUnauthorized: false } : trust
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    timeout: IDLE_MS,
    minVersion: 'TLSv1.2',
    ...tls,
  })
  let underWay = 0
  let isClosing = false

  function ended(): void {
    underWay -= 1
    if (isClosing && underWay === 0) agent.destroy()
  }

  async function call({ method, path, headers, body }: HttpsRequest): Promise<HttpsAnswer> {
    underWay += 1
    try {
      return await exchange(new URL(path, url), { agent, method, headers, timeoutMs }, body)
    } finally {
      ended()
    }
  }

  return {
    call,
    /** Closes its connections once no request is in flight on them. */
    close(): void {
      isClosing = true
      if (underWay === 0) agent.destroy()
    },
  }
}
export type HttpsClient = ReturnType<typeof createHttpsClient>

interface Exchange {
  agent: Agent
  method: string
  headers: OutgoingHttpHeaders | undefined
  timeoutMs: number
}

function exchange(
  url: URL,
  { agent, method, headers = {}, timeoutMs }: Exchange,
  body: string | Buffer | undefined,
): Promise<HttpsAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { agent, method, headers: { ...headers, ...length }, signal }, (incoming) => {
      const chunks: Buffer[] = []
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > MOST_ANSWER_BYTES) incoming.destroy(new Error('the answer is too long'))
      })
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'], text })
      })
    })
    outgoing.on('error', (error) => reject(signal.aborted ? new Error('no answer in time', { cause: error }) : error))
    outgoing.end(body)
  })
}
