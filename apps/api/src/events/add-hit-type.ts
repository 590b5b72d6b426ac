const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

const firstMember = Buffer.from('{"_index":"')
const typeMember = Buffer.from(',"_type":"_doc"')

/** Where in an answer a value stands: `hits.hits` holds hits, in the answer itself as within a `top_hits`. */
type Place = 'elsewhere' | 'hits' | 'hit list' | 'hit'

/**
 * Puts `"_type":"_doc"` after the `_index` of each hit, as the specification's hits have it and the engine's no longer.
 * Works on the bytes of the answer, so that a number too large for JavaScript comes through as the engine wrote it,
 * and never inside a stored document, whatever names it holds.
 */
export function addHitType(answer: Buffer): Buffer {
  if (!answer.includes(firstMember)) return answer
  const ends: number[] = []
  readValue(answer, 0, 'elsewhere', ends)
  return insertAt(answer, ends)
}

/** Reads the value at a position and answers the position behind it; notes where each hit's `_index` ends. */
function readValue(bytes: Buffer, at: number, place: Place, ends: number[]): number {
  if (bytes[at] === OPEN_OBJECT) return readObject(bytes, at + 1, place, ends)
  if (bytes[at] === OPEN_ARRAY) return readArray(bytes, at + 1, place, ends)
  return skipValue(bytes, at)
}

function readObject(bytes: Buffer, start: number, place: Place, ends: number[]): number {
  let at = start
  while (bytes[at] !== CLOSE_OBJECT) {
    if (bytes[at] === COMMA) at++
    const keyEnd = skipString(bytes, at)
    const key = bytes.toString('latin1', at + 1, keyEnd - 1)
    if (bytes[keyEnd] !== COLON) throw unreadable(keyEnd)
    at = key === '_source' ? skipValue(bytes, keyEnd + 1) : readValue(bytes, keyEnd + 1, under(key, place), ends)
    if (place === 'hit' && key === '_index') ends.push(at)
  }
  return at + 1
}

function readArray(bytes: Buffer, start: number, place: Place, ends: number[]): number {
  const each = place === 'hit list' ? 'hit' : 'elsewhere'
  let at = start
  while (bytes[at] !== CLOSE_ARRAY) {
    if (bytes[at] === COMMA) at++
    at = readValue(bytes, at, each, ends)
  }
  return at + 1
}

function under(key: string, place: Place): Place {
  if (key !== 'hits') return 'elsewhere'
  return place === 'hits' ? 'hit list' : 'hits'
}

function skipString(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) throw unreadable(start)
  let at = start + 1
  for (; bytes[at] !== QUOTE; at += bytes[at] === BACKSLASH ? 2 : 1) if (at >= bytes.length) throw unreadable(at)
  return at + 1
}

/** Passes over a value without looking into it, however deep it goes. */
function skipValue(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = skipString(bytes, at) - 1
      if (depth === 0) return at + 1
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (byte === COMMA && depth === 0) return at
  }
  throw unreadable(bytes.length)
}

function insertAt(bytes: Buffer, ends: readonly number[]): Buffer {
  const result = Buffer.allocUnsafe(bytes.length + ends.length * typeMember.length)
  let read = 0
  let written = 0
  for (const end of ends) {
    written += bytes.copy(result, written, read, end)
    written += typeMember.copy(result, written)
    read = end
  }
  bytes.copy(result, written, read)
  return result
}

function unreadable(at: number): Error {
  return new Error(`the answer of the engine is not readable at byte ${at}`)
}
