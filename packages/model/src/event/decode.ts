import { isUtf8 } from 'node:buffer'
import type { DeadReason } from './outcome.ts'

/** Deeper than any detector writes, and shallow enough not to overflow the stack of a parser or the engine. */
export const MAX_DEPTH = 32

export type Decoded =
  | { ok: true; text: string; event: Record<string, unknown> }
  | { ok: false; reason: DeadReason; detail: string }

/** Bytes → object, with checks that keep hostile input away from recursive code. */
export function decode(payload: Buffer): Decoded {
  if (!isUtf8(payload)) return { ok: false, reason: 'not-utf8', detail: 'The line is not valid UTF-8.' }
  if (opensMoreThan(payload, MAX_DEPTH) && isDeeperThan(payload, MAX_DEPTH)) {
    return { ok: false, reason: 'too-deep', detail: `Nested deeper than ${MAX_DEPTH} levels.` }
  }
  const text = payload.toString('utf8')
  let event: unknown
  try {
    event = JSON.parse(text)
  } catch (error) {
    return { ok: false, reason: 'not-json', detail: error instanceof Error ? error.message : String(error) }
  }
  if (event === null || typeof event !== 'object' || Array.isArray(event)) {
    return { ok: false, reason: 'not-an-object', detail: 'An event is a JSON object.' }
  }
  return { ok: true, text, event: event as Record<string, unknown> }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Input with few opening brackets cannot be deeply nested. Counted natively; this decides nearly every event. */
function opensMoreThan(bytes: Buffer, limit: number): boolean {
  let opened = 0
  for (const bracket of [OPEN_BRACE, OPEN_BRACKET]) {
    for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1)) {
      if (++opened > limit) return true
    }
  }
  return false
}

function isDeeperThan(bytes: Buffer, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > limit) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--
    }
  }
  return false
}

/** Jumps from quote to quote natively: strings are most of an event. */
function endOfString(bytes: Buffer, open: number): number {
  let close = bytes.indexOf(QUOTE, open + 1)
  while (close !== -1) {
    let backslashes = 0
    while (bytes[close - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return close
    close = bytes.indexOf(QUOTE, close + 1)
  }
  return bytes.length
}
