import type { Client } from '@opensearch-project/opensearch'
import { parseExact } from './parse-exact.ts'

/** The caller that a request to the engine serves. */
export interface Asking {
  requestId: string
  /** Aborts when the caller has gone; the engine then cancels the search too. */
  signal: AbortSignal
}

/** A request to the engine. */
export interface Question {
  path: string
  body: object
  /** Defaults to the parameters of a search. */
  querystring?: Record<string, unknown>
}

/** Sent with every search: it has a time limit, returns a complete result or none, and uses no pipeline. */
export const searchParameters = {
  timeout: '10s',
  cancel_after_time_interval: '15s',
  allow_partial_search_results: false,
  search_pipeline: '_none',
  ignore_unavailable: true,
  allow_no_indices: true,
}
/** Longer than the engine's own limit, so that the engine can report its timeout. */
const requestTimeout = 16_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** The engine did not answer a request. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  /** `refused` has the status and message of the engine; `cut-short` means that it did not finish in time. */
  readonly kind: 'refused' | 'cut-short' | 'too-large' | 'no-answer'
  readonly status: number
  readonly body: string

  constructor(kind: EngineFailure['kind'], { status = 0, body = '', ...options }: FailureOptions = {}) {
    super(kind === 'refused' ? `the engine answered ${status}` : `the engine's answer was ${kind}`, options)
    this.kind = kind
    this.status = status
    this.body = body
  }
}

interface FailureOptions extends ErrorOptions {
  status?: number
  body?: string
}

/** Sends one request and returns the whole response. */
export async function askEngine<T>(client: Client, question: Question, asking: Asking): Promise<T> {
  return whole(JSON.parse(await ask(client, question, asking))) as T
}

/** The same, with all integers exact: writing the response out gives the same digits. */
export async function askEngineExactly<T>(client: Client, question: Question, asking: Asking): Promise<T> {
  return whole(parseExact(await ask(client, question, asking))) as T
}

async function ask(
  client: Client,
  { path, body, querystring = searchParameters }: Question,
  { requestId, signal }: Asking,
): Promise<string> {
  signal.throwIfAborted()
  const sent = client.transport.request(
    { method: 'POST', path, querystring, body },
    { headers: { 'x-opaque-id': requestId }, requestTimeout, maxRetries: 1, asStream: true },
  )
  // Returns nothing, because the result of an abort listener is awaited and a rejection would end the process.
  const abort = (): void => {
    sent.abort()
  }
  signal.addEventListener('abort', abort)
  try {
    const { statusCode, body: stream } = await sent
    const text = await collect(stream as AsyncIterable<Buffer>, abort)
    if (statusCode !== 200) throw new EngineFailure('refused', { status: statusCode ?? 500, body: text })
    return text
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof EngineFailure ? error : fromTransport(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function collect(stream: AsyncIterable<Buffer>, abort: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) {
      abort()
      throw new EngineFailure('too-large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes).toString('utf8')
}

/** A partial result after a timeout is not an answer. */
function whole(answer: unknown): unknown {
  if ((answer as { timed_out?: boolean }).timed_out) throw new EngineFailure('cut-short')
  return answer
}

function fromTransport(cause: unknown): EngineFailure {
  const isSlow = cause instanceof Error && cause.name === 'TimeoutError'
  return new EngineFailure(isSlow ? 'cut-short' : 'no-answer', { cause })
}
