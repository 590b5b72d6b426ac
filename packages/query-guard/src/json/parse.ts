import { type Refused, refused } from '../refusal.ts'
import type { Scanned } from './scan.ts'

/** JSON as the guard reads it: integers beyond 2^53 are `bigint`, so that none loses precision. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Parses bytes that passed the scan. Skips a byte order mark, as the engine does. */
export function parseJson(bytes: Uint8Array, { wideNumbers }: Scanned): { ok: true; value: Json } | Refused {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return refused('malformed', '#', 'The body is not UTF-8; send JSON in UTF-8.')
  }
  try {
    const value: Json = wideNumbers ? JSON.parse(text, keepWideIntegers) : JSON.parse(text)
    return { ok: true, value }
  } catch (error) {
    return refused('malformed', '#', `The body is not JSON${whereIn(error)}; send one JSON object, {} at least.`)
  }
}

function keepWideIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value
}

/** V8 reports the position of an error and quotes the input; only the position is passed on. */
function whereIn(error: unknown): string {
  const place = error instanceof Error ? /line \d+ column \d+/.exec(error.message) : undefined
  return place ? ` (${place[0]})` : ''
}
