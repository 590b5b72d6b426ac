import type { Client } from '@opensearch-project/opensearch'
import { parseExact } from './parse-exact.ts'

/** On whose behalf the engine is asked. */
export interface Asking {
  requestId: string
  /** Aborts when no one waits for the answer any more; the engine then ends the search too. */
  signal: AbortSignal
}

/** What is asked. */
export interface Question {
  path: string
  body: object
  /** Left out, it is a search and gets what every search gets. */
  querystring?: Record<string, unknown>
}

/** Sent with every search of ours: it ends in time, gives the whole answer or none, and runs through no pipeline. */
export const searchParameters = {
  timeout: '10s',
  cancel_after_time_interval: '15s',
  allow_partial_search_results: false,
  search_pipeline: '_none',
  ignore_unavailable: true,
  allow_no_indices: true,
}
/** Longer than the engine's own limit, so that the engine gets to say that it was too slow. */
const requestTimeout = 16_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** The engine did not answer what it was asked. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  /** `refused` comes with its status and its words; `cut-short` means that it did not get through in time. */
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

/** One question, its whole answer. */
export async function askEngine<T>(client: Client, question: Question, asking: Asking): Promise<T> {
  return whole(JSON.parse(await ask(client, question, asking))) as T
}

/** The same, with every integer as it was stored, however large: writing the answer out gives the same digits. */
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
  // Answers nothing: what a listener of a signal answers is awaited, and its failure would end the process.
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

/** What the engine had found when its time was over is not an answer. */
function whole(answer: unknown): unknown {
  if ((answer as { timed_out?: boolean }).timed_out) throw new EngineFailure('cut-short')
  return answer
}

function fromTransport(cause: unknown): EngineFailure {
  const isSlow = cause instanceof Error && cause.name === 'TimeoutError'
  return new EngineFailure(isSlow ? 'cut-short' : 'no-answer', { cause })
}
