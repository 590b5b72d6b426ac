import { errorText } from '@watchpost/runtime'
import type { HttpsAnswer } from './https-client.ts'

/** Why something was not taken, and with that what to do next. */
export type Trouble =
  /** The gateway asks us to wait. */
  | { kind: 'held'; afterMs: number; reason: string }
  /** No one answered, or not as promised: it may or may not have been taken. */
  | { kind: 'lost'; reason: string }
  /** We may not send, or it cannot be taken as it is. */
  | { kind: 'refused'; reason: string; code: string }
  /** The stream is of no use any more. */
  | { kind: 'torn'; reason: string }

/** A problem as the gateway tells it (RFC 9457), as far as it looks like one. */
interface Problem {
  type?: unknown
  title?: unknown
  detail?: unknown
}

const DEFAULT_HOLD_MS = 2_000
const MOST_HOLD_MS = 300_000

/** What an answer other than the one hoped for means. */
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

/** What an error of the connection means. */
export function lostTo(error: unknown): Trouble {
  return { kind: 'lost', reason: errorText(error) }
}

/** The object in an answer; empty when there is none. */
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
