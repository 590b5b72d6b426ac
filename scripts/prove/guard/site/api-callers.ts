import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { ProofApi } from '../../search/proof-api.ts'

/** The URL of the API, and credentials that may create keys. */
export interface ApiEndpoint {
  url: string
  /** The CA to trust, for TLS. */
  ca?: string
  credentials: { username: string; password: string }
}

/** One API response. */
export interface ApiAnswer {
  status: number
  text: string
  ms: number
  retryAfterMs: number | undefined
}

/** A client with its own key and one kept connection. */
export interface Caller {
  search(index: string, body: string | Uint8Array): Promise<ApiAnswer>
  /** The API's estimate for a body and its share of the budget; undefined if the body is rejected. */
  costOf(index: string, body: string): Promise<EstimatedCost | undefined>
  close(): Promise<void>
}

export interface EstimatedCost {
  share: number
  /** In the worst case, and expected. */
  workMs: number
  expectedMs: number
  /** The parts of the work, the largest worst case first. */
  parts: CostAnswer['parts']
}

const MOST_TRIES = 600

/** The plain HTTP endpoint of an API that a proof started. */
export function plainEndpoint({ plainUrl, credentials }: ProofApi): ApiEndpoint {
  return { url: plainUrl, credentials }
}

/** Creates callers, each with its own key. */
export async function makeCallers(endpoint: ApiEndpoint, count: number): Promise<Caller[]> {
  const client = connect(endpoint)
  const login = await send(client, '/api/auth/login', JSON.stringify(endpoint.credentials), '')
  const { token } = JSON.parse(login.text) as { token: string }
  const callers: Caller[] = []
  for (let turn = 1; turn <= count; turn++) {
    const body = JSON.stringify({ name: `guard ${turn}`, scopes: ['search'] })
    const { status, text } = await send(client, '/api/auth/keys', body, token)
    if (status !== 201) throw new Error(`no key: ${status} ${text}`)
    callers.push(callerWith(endpoint, (JSON.parse(text) as { key: string }).key))
  }
  await client.close()
  return callers
}

/** Retries while the API reports too many concurrent searches, as a client should. */
export async function searchPatiently(caller: Caller, index: string, body: string | Uint8Array): Promise<ApiAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await caller.search(index, body)
    if (answer.status !== 429 || tries >= MOST_TRIES) return answer
    await sleep(100 + Math.min(1_000, tries * 20))
  }
}

function connect({ url, ca }: ApiEndpoint): Client {
  return new Client(url, {
    bodyTimeout: 120_000,
    headersTimeout: 120_000,
    allowH2: false,
    ...(ca && { connect: { ca } }),
  })
}

function callerWith(endpoint: ApiEndpoint, key: string): Caller {
  const client = connect(endpoint)
  return {
    search: (index, body) => send(client, `/api/data/es/search?index=${index}`, body, key),
    async costOf(index, body) {
      const { status, text } = await send(client, `/api/data/es/search?index=${index}&explain=cost`, body, key)
      if (status !== 200) return undefined
      const {
        work_ms: work,
        expected_ms: expectedMs,
        memory_bytes: memory,
        budget,
        parts,
      } = JSON.parse(text) as CostAnswer
      const share = Math.max(work / budget.work_ms, memory / budget.memory_bytes)
      return { share, workMs: work, expectedMs, parts }
    },
    close: () => client.close(),
  }
}

interface CostAnswer {
  work_ms: number
  expected_ms: number
  memory_bytes: number
  budget: { work_ms: number; memory_bytes: number }
  parts: readonly { pointer: string; what: string; work_ms: number; expected_ms: number }[]
}

async function send(client: Client, path: string, body: string | Uint8Array, key: string): Promise<ApiAnswer> {
  const startedAt = performance.now()
  const headers = { 'content-type': 'application/json', ...(key && { 'api-key': key }) }
  const answer = await client.request({ method: 'POST', path, headers, body })
  const text = await answer.body.text()
  const retryAfter = Number(answer.headers['retry-after'])
  return {
    status: answer.statusCode,
    text,
    ms: performance.now() - startedAt,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined,
  }
}
