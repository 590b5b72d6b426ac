import { AppError } from '@watchpost/contract'
import { aliasName } from '@watchpost/engine'
import type { Family } from '@watchpost/model'
import { toEngineProblem } from './engine-problem.ts'

export interface EngineSearchRequest {
  families: readonly Family[]
  body: Record<string, unknown>
  requestId: string
  /** Aborts when nobody waits for the answer any more; the engine then ends the search too. */
  signal: AbortSignal
}

/** The one call that a search makes of the engine's client. */
export interface EngineClient {
  transport: {
    request(
      params: { method: string; path: string; querystring: typeof fixedParameters; body: string },
      options: { asStream: boolean; headers: Record<string, string>; requestTimeout: number; maxRetries: number },
    ): Promise<{ statusCode: number | null; body: unknown }> & { abort(): unknown }
  }
}

/**
 * Sent with every search, whatever the caller asks: it ends in time, gives the whole answer or none, and runs through
 * no pipeline. Nothing of the caller's address goes to the engine.
 */
const fixedParameters = {
  timeout: '10s',
  cancel_after_time_interval: '15s',
  allow_partial_search_results: false,
  max_concurrent_shard_requests: 5,
  batched_reduce_size: 64,
  search_pipeline: '_none',
  ignore_unavailable: true,
  allow_no_indices: true,
}

/** Longer than the engine's own limit, so that the engine gets to say that it was too slow. */
const requestTimeoutMs = 16_000
const maxAnswerBytes = 64 * 1024 * 1024

/** Sends guarded searches to the engine and answers its bytes. */
export function createEngineSearch({ transport }: EngineClient, prefix: string) {
  return {
    async search({ families, body, requestId, signal }: EngineSearchRequest): Promise<Buffer> {
      signal.throwIfAborted()
      const aliases = families.map((family) => aliasName(prefix, family)).join(',')
      const sent = transport.request(
        { method: 'POST', path: `/${aliases}/_search`, querystring: fixedParameters, body: JSON.stringify(body) },
        { asStream: true, headers: { 'x-opaque-id': requestId }, requestTimeout: requestTimeoutMs, maxRetries: 1 },
      )
      const abort = () => void sent.abort()
      signal.addEventListener('abort', abort)
      try {
        const { statusCode, body: stream } = await sent
        const bytes = await collect(stream as AsyncIterable<Buffer>, abort)
        if (statusCode !== 200) throw toEngineProblem(statusCode ?? 500, bytes.toString())
        if (isCutShort(bytes)) throw new AppError('engine-timeout')
        return bytes
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof AppError ? error : fromTransport(error)
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

async function collect(stream: AsyncIterable<Buffer>, abort: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) {
      abort()
      throw new AppError('query-too-expensive', 'The answer is larger than 64 MiB: ask for fewer hits or fields.')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** The engine writes this at the head of an answer that holds only what it found in time. */
function isCutShort(answer: Buffer): boolean {
  return /^\{"took":\d+,"timed_out":true/.test(answer.toString('latin1', 0, 64))
}

function fromTransport(cause: unknown): AppError {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new AppError('engine-timeout', undefined, { cause })
  return new AppError('engine-unavailable', undefined, { cause, retryAfterSeconds: 5 })
}
