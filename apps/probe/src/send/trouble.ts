import { errorText } from '@watchpost/runtime'
import type { HttpsAnswer } from './https-client.ts'

/** Why a request failed, which determines the next action. */
export type Trouble =
  /** The gateway asks us to wait. */
  | { kind: 'held'; afterMs: number; reason: string }
  /** No answer, or an unexpected one: the request may or may not have been processed. */
  | { kind: 'lost'; reason: string }
  /** We may not send, or the request cannot be accepted in this form. */
  | { kind: 'refused'; reason: string; code: string }
  /** The stream cannot be continued. */
  | { kind: 'torn'; reason: string }

/** A problem of the gateway (RFC 9457), as far as the answer is one. */
interface Problem {
  type?: unknown
  title?: unknown
  detail?: unknown
}

const DEFAULT_HOLD_MS = 2_000
const MOST_HOLD_MS = 300_000

/** Interprets an answer other than the expected one. */
export function troubleOf({ status, retryAfter, text }: HttpsAnswer): Trouble {
  const { type, title, detail } = parse(text)
  const code = typeof type === 'string' ? (type.split('/').at(-1) ?? '') : String(status)
  const reason = [String(status), title, detail].filter((each) => typeof each === 'string').join(' ')
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    return { kind: 'held', afterMs: holdMs(retryAfter), reason }
  }
  if (code === 'stream-torn') return { kind: 'torn', reason }
  if (status >= 500 || status === 408 || status < 400) return { kind: 'lost', reason }
  return { kind: 'refused', reason, code }
}

/** Interprets an error of the connection. */
export function lostTo(error: unknown): Trouble {
  return { kind: 'lost', reason: errorText(error) }
}

/** The JSON object in an answer; empty when there is none. */
export function parse(text: string): Problem & Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Problem & Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function holdMs(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter)
  return retryAfter !== undefined && seconds >= 0 ? Math.min(seconds * 1_000, MOST_HOLD_MS) : DEFAULT_HOLD_MS
}
