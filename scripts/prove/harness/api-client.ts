import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { urlToHttpOptions } from 'node:url'
import { exchange } from './http-exchange.ts'

const MOST_RETRIES = 5
const SHORTEST_PAUSE_MS = 1_000

export interface Answer<T = Record<string, unknown>> {
  status: number
  body: T
  /** Seconds, from Retry-After. */
  retryAfter?: number
}

/**
 * Talks to the API as any client would: over TLS, trusting the appliance's CA, with a token from a login. `servername` is
 * the name in the certificate if it is not that of the URL.
 */
export function createApiClient(stackFolder: string, baseUrl: string, servername?: string) {
  const ca = readFileSync(join(stackFolder, 'ca.pem'))
  const agent = new Agent({ keepAlive: true, maxSockets: 8, ca, ...(servername && { servername }) })
  let token = ''

  async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { 'api-key': token }),
    }
    const url = urlToHttpOptions(new URL(path, baseUrl))
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const reply = await exchange({ ...url, agent, method, headers, timeout: 30_000, body: sent })
    const retryAfter = Number(reply.headers['retry-after'])
    return {
      status: reply.status,
      body: (reply.text ? JSON.parse(reply.text) : {}) as T,
      ...(retryAfter > 0 && { retryAfter }),
    }
  }

  /** The body of a successful response; throws otherwise. */
  async function must<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await send<T>(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /**
   * On a starved machine the engine may be silent or short of memory for a moment. As the guide tells clients, wait for
   * the Retry-After seconds and retry. Each retry is printed.
   */
  async function ok<T>(method: string, path: string, body?: unknown, retries = MOST_RETRIES): Promise<T> {
    const answer = await send<T>(method, path, body)
    if (answer.status === 200) return answer.body
    const { status, retryAfter = 0 } = answer
    const told = `${method} ${path}: ${status} ${JSON.stringify(answer.body)}`
    if ((status !== 503 && status !== 429) || retries === 0) throw new Error(told)
    console.log(`asked to wait: ${told}`)
    await sleep(Math.max(SHORTEST_PAUSE_MS, retryAfter * 1_000))
    return ok(method, path, body, retries - 1)
  }

  return {
    send,
    must,
    async login(): Promise<void> {
      const { username, password } = JSON.parse(readFileSync(join(stackFolder, 'admin.json'), 'utf8'))
      token = (await ok<{ token: string }>('POST', '/api/auth/login', { username, password })).token
    },
    search: (index: string, body: unknown) => ok<SearchAnswer>('POST', `/api/data/es/search?index=${index}`, body),
    count: async (index: string, body: unknown = {}) =>
      (await ok<{ count: number }>('POST', `/api/data/es/count?index=${index}`, body)).count,
    close: () => agent.destroy(),
  }
}
export type ApiClient = ReturnType<typeof createApiClient>

export interface Hit {
  _index: string
  _id: string
  _type?: string
  _source: Record<string, unknown>
  sort?: unknown[]
}

export interface SearchAnswer {
  took: number
  hits: { total: { value: number; relation: string }; hits: Hit[] }
  aggregations?: Record<string, { buckets: Array<{ key: unknown; doc_count: number }> }>
}
