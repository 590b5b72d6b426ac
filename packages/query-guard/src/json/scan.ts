import { LIMITS } from '../limits.ts'
import { quote, type Refused, refused } from '../refusal.ts'
import { pointerOf } from './pointer.ts'
import { asciiAt, endOfBare, endOfString, hasExponent, keyAt } from './scan-token.ts'

/** Names with a special meaning in JavaScript objects, which no body needs. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The result of the scan; `wideNumbers` tells the parser to keep integers beyond 2^53 exact. */
export interface Scanned {
  ok: true
  wideNumbers: boolean
}

/** An object or list that is open at the current position; `names` contains an object's keys so far. */
interface Container {
  names: Set<string> | undefined
  key: string | undefined
  index: number
  awaitsKey: boolean
}

/**
 * Scans the bytes once, without recursion and before they are parsed: size, depth, number of values, length of strings
 * and keys, duplicate and unsafe keys, numbers outside all field types. Syntax is left to the parser.
 */
export function scanJson(bytes: Uint8Array): Scanned | Refused {
  if (bytes.length > LIMITS.bodyBytes)
    return tooLarge([], `The body has ${bytes.length} bytes`, bytes.length, LIMITS.bodyBytes)
  const open: Container[] = []
  let tokens = 0
  let wideNumbers = false

  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte <= 0x20 || byte === 0x3a /* : */) continue
    if (byte === 0x2c /* , */) {
      const inside = open.at(-1)
      if (inside) {
        inside.index += 1
        inside.awaitsKey = inside.names !== undefined
      }
      continue
    }
    if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) {
      open.pop()
      continue
    }
    tokens += 1
    if (tokens > LIMITS.jsonTokens)
      return tooLarge(open, `The body has more than ${tokens - 1} values`, tokens, LIMITS.jsonTokens)
    if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      if (open.length === LIMITS.jsonDepth) {
        return tooLarge(open, `The body nests more than ${open.length} levels`, open.length + 1, LIMITS.jsonDepth)
      }
      const isObject = byte === 0x7b
      open.push({ names: isObject ? new Set() : undefined, key: undefined, index: 0, awaitsKey: isObject })
    } else if (byte === 0x22 /* " */) {
      const end = endOfString(bytes, i + 1)
      const refusal = checkString(bytes, i, end, open)
      if (refusal) return refusal
      i = end
    } else {
      const end = endOfBare(bytes, i)
      // Fifteen characters without an exponent always fit into a double: only longer ones need a check.
      if (end - i > 15 || hasExponent(bytes, i, end)) {
        const value = Number(asciiAt(bytes, i, end))
        if (Math.abs(value) > 2 ** 64) {
          const detail = 'This number is too large for any field; write one between -2^63 and 2^64 - 1.'
          return refused('malformed', pointerTo(open), detail)
        }
        wideNumbers ||= Number.isInteger(value) && !Number.isSafeInteger(value)
      }
      i = end - 1
    }
  }
  return { ok: true, wideNumbers }
}

function checkString(bytes: Uint8Array, start: number, end: number, open: Container[]): Refused | undefined {
  const inside = open.at(-1)
  const length = end - start - 1
  if (!inside?.awaitsKey) {
    if (length <= LIMITS.stringBytes) return undefined
    return tooLarge(open, `A string has ${length} bytes`, length, LIMITS.stringBytes)
  }
  const parent = open.slice(0, -1)
  // An escaped character takes at most six bytes (\u0061); a longer key exceeds the limit without decoding.
  if (length > LIMITS.keyLength * 6) return tooLarge(parent, `A key has ${length} bytes`, length, LIMITS.keyLength)
  const key = keyAt(bytes, start, end)
  if (key.length > LIMITS.keyLength) {
    return tooLarge(parent, `A key has ${key.length} characters`, key.length, LIMITS.keyLength)
  }
  inside.awaitsKey = false
  inside.key = key
  if (UNSAFE_NAMES.has(key))
    return refused('malformed', pointerTo(open), `The key ${quote(key)} has no meaning here; leave it out.`)
  if (inside.names?.has(key)) {
    return refused('malformed', pointerTo(open), `The key ${quote(key)} occurs twice in one object; write it once.`)
  }
  inside.names?.add(key)
  return undefined
}

function tooLarge(open: readonly Container[], found: string, estimate: number, budget: number): Refused {
  return refused('too-large', pointerTo(open), `${found}; at most ${budget} are allowed.`, { estimate, budget })
}

function pointerTo(open: readonly Container[]): string {
  const keys = open.map((each) => (each.names ? each.key : each.index))
  return pointerOf(keys.filter((key) => key !== undefined))
}
