import { errorCode } from '@watchpost/runtime'
import { Pool } from 'undici'
import type { Batch } from './batch.ts'

/** Outcome of one attempt to send a batch. */
export type Attempt =
  | { kind: 'acknowledged' }
  /** The gateway asks us to wait. */
  | { kind: 'held'; afterMs: number; reason: string }
  /** No answer, or an unexpected one: the batch may or may not be stored. */
  | { kind: 'lost'; reason: string }
  /** Sending it again would not help. */
  | { kind: 'refused'; reason: string; code: string }

export interface GatewayClientOptions {
  url: string
  ca: string
  cert: string
  key: string
  connections: number
  timeoutMs: number
}

/** Error codes of TLS when the certificates of the two sides do not match. */
const WRONG_CERTIFICATES = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
])
const DEFAULT_HOLD_MS = 1_000

/** One probe's keep-alive connections to the gateway. */
export function createGatewayClient({ url, ca, cert, key, connections, timeoutMs }: GatewayClientOptions) {
  const pool = new Pool(new URL(url).origin, {
    connections,
    allowH2: false,
    connect: { ca, cert, key, timeout: 10_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 60_000,
  })

  return {
    async send(batch: Batch): Promise<Attempt> {
      try {
        const { statusCode, headers, body } = await pool.request({
          method: 'POST',
          path: '/v1/events',
          headers: {
            'content-type': 'application/x-ndjson',
            'content-encoding': 'zstd',
            'watchpost-stream': batch.stream,
            'watchpost-first-sequence': String(batch.first),
          },
          body: batch.body,
        })
        const text = await body.text()
        return judge(batch, statusCode, headers['retry-after'], text)
      } catch (error) {
        return failed(error)
      }
    },
    close: () => pool.destroy(),
  }
}
export type GatewayClient = ReturnType<typeof createGatewayClient>

function judge(batch: Batch, status: number, retryAfter: string | string[] | undefined, text: string): Attempt {
  const answer = parse(text)
  if (status === 200) {
    const expected = batch.first + batch.count
    if (answer.next_sequence === expected && answer.stream === batch.stream) return { kind: 'acknowledged' }
    return { kind: 'lost', reason: `the gateway acknowledged something else than was sent: ${text.slice(0, 200)}` }
  }
  const reason = [`${status} ${answer.title ?? ''}`, answer.detail].filter(Boolean).join(': ')
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    const seconds = Number(retryAfter)
    return { kind: 'held', afterMs: Number.isFinite(seconds) ? seconds * 1_000 : DEFAULT_HOLD_MS, reason }
  }
  if (status >= 500 || status === 408) return { kind: 'lost', reason }
  return { kind: 'refused', reason, code: String(status) }
}

/** The fields that we read of an acknowledgement and of a problem (RFC 9457). */
interface Answer {
  stream?: string
  next_sequence?: number
  title?: string
  detail?: string
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}

function failed(error: unknown): Attempt {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (code && WRONG_CERTIFICATES.has(code)) return { kind: 'refused', reason: message, code: 'certificate' }
  return { kind: 'lost', reason: code ?? message }
}
