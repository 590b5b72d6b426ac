import type { HitNames } from '@watchpost/query-guard'
import { renameMembers } from './rename-members.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const typeMember = Buffer.from(',"_type":"_doc"')

/**
 * What an open bracket contains. A list under `hits` in an object under `hits` contains hits, both in the answer and in
 * a `top_hits`.
 */
const ARRAY = 0
const HIT_LIST = 1
const OBJECT = 2
const HITS_OBJECT = 3
const HIT = 4

/** The parser state: the frame of the answer, a string, or a value of a hit that is skipped. */
const FRAME = 0
const KEY = 1
const TEXT = 2
const VALUE = 3
const VALUE_TEXT = 4

/** The relevant names, as the engine writes them; all others are ignored. */
const names = ['hits', '_index', 'inner_hits', 'fields']
const nameBytes = names.map((name) => Buffer.from(name))
const longestName = 10
const NO_NAME = -1
const HITS = 0
const INDEX = 1
const INNER_HITS = 2
const FIELDS = 3

/**
 * Adds `"_type":"_doc"` after the `_index` of each hit. The specification requires it, and the engine no longer sends
 * it. Works on bytes as they arrive, wherever they are cut, and parses nothing: a number too large for JavaScript stays
 * as the engine wrote it, and a stored document stays unchanged, whatever names it contains. If the caller asked for
 * fields by other names than the engine's, the `fields` of each hit are renamed. A class for speed: one is created for
 * every search.
 */
export class HitTyper {
  readonly #hitNames: HitNames | undefined
  readonly #open: number[] = []
  #state = FRAME
  #name = NO_NAME
  /** The beginning of a key that was cut off at the end of a chunk. */
  #keyBegin = ''
  #isEscaped = false
  #expectsKey = false
  #hasBegun = false
  /** Open brackets within the value that is being skipped. */
  #depth = 0
  #at = 0
  /** The value that is being skipped is the `fields` of a hit, which are renamed once they are complete. */
  #isFields = false
  #held: Buffer[] = []

  constructor(hitNames?: HitNames) {
    this.#hitNames = hitNames
  }

  /** The next bytes of an answer, with a type added after each hit's `_index` that ends in them. */
  push(chunk: Buffer): Buffer {
    if (this.#hitNames) return this.#pushRenamed(chunk, this.#hitNames)
    const ends = this.#read(chunk)
    return ends.length > 0 ? withTypes(chunk, ends) : chunk
  }

  /** Throws if the answer is truncated. */
  end(): void {
    if (this.#state !== FRAME || this.#open.length > 0 || !this.#hasBegun) throw unreadable('breaks off')
  }

  /** Buffers the `fields` of a hit until they are complete, wherever the bytes are cut. */
  #pushRenamed(chunk: Buffer, hitNames: HitNames): Buffer {
    const pieces: Buffer[] = []
    let rest = chunk
    while (rest.length > 0) {
      const wasFields = this.#isFields
      const ends = this.#read(rest)
      // It stops at the bracket where fields begin, and after the one where they end.
      const piece = rest.subarray(0, this.#at)
      rest = rest.subarray(this.#at)
      if (!wasFields) pieces.push(ends.length > 0 ? withTypes(piece, ends) : piece)
      else {
        this.#held.push(piece)
        if (this.#isFields) continue
        pieces.push(renameMembers(Buffer.concat(this.#held), hitNames))
        this.#held = []
      }
    }
    return Buffer.concat(pieces)
  }

  /** Continues reading; returns the positions where the `_index` of a hit ended. */
  #read(chunk: Buffer): number[] {
    const ends: number[] = []
    const wasFields = this.#isFields
    for (this.#at = 0; this.#at < chunk.length; ) {
      if (this.#state === VALUE) this.#passValue(chunk)
      else if (this.#state === FRAME) {
        if (this.#readFrame(chunk)) ends.push(this.#at)
      } else if (this.#state === TEXT) {
        if (this.#readText(chunk)) ends.push(this.#at)
      } else if (this.#state === KEY) this.#readKey(chunk)
      else if (this.#passText(chunk)) this.#state = VALUE
      if (this.#isFields !== wasFields) break
    }
    return ends
  }

  /** Moves past the current string; returns whether its end is in these bytes. */
  #passText(bytes: Buffer): boolean {
    const { length } = bytes
    // A local variable: accessing a member for every byte is slow.
    let at = this.#at
    if (this.#isEscaped && at < length) {
      this.#isEscaped = false
      at++
    }
    while (at < length) {
      const byte = bytes[at++]
      if (byte === QUOTE) {
        this.#at = at
        return true
      }
      if (byte === BACKSLASH && ++at > length) this.#isEscaped = true
    }
    this.#at = length
    return false
  }

  #readKey(bytes: Buffer): void {
    const start = this.#at
    const isEnded = this.#passText(bytes)
    const end = isEnded ? this.#at - 1 : this.#at
    if (isEnded && this.#keyBegin === '') this.#name = nameAt(bytes, start, end)
    else {
      this.#keyBegin = (this.#keyBegin + bytes.toString('latin1', start, end)).slice(0, longestName + 1)
      if (!isEnded) return
      this.#name = names.indexOf(this.#keyBegin)
      this.#keyBegin = ''
    }
    this.#state = FRAME
  }

  #passValue(bytes: Buffer): void {
    const { length } = bytes
    let at = this.#at
    let depth = this.#depth
    while (at < length) {
      const byte = bytes[at++]
      if (byte === QUOTE) {
        this.#at = at
        if (!this.#passText(bytes)) {
          this.#depth = depth
          this.#state = VALUE_TEXT
          return
        }
        at = this.#at
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --depth === 0) {
        this.#state = FRAME
        this.#isFields = false
        break
      }
    }
    this.#depth = depth
    this.#at = at
  }

  /** Continues reading within the frame; returns whether the `_index` of a hit has just ended. */
  #readFrame(bytes: Buffer): boolean {
    switch (bytes[this.#at++]) {
      case QUOTE:
        if (this.#expectsKey) {
          this.#state = KEY
          this.#readKey(bytes)
          return false
        }
        this.#state = TEXT
        return this.#readText(bytes)
      case COLON:
        this.#expectsKey = false
        return false
      case COMMA:
        this.#expectsKey = (this.#open.at(-1) ?? ARRAY) >= OBJECT
        return false
      case OPEN_OBJECT:
        this.#openBracket(true)
        return false
      case OPEN_ARRAY:
        this.#openBracket(false)
        return false
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (this.#open.pop() === undefined) throw unreadable('closes what it never opened')
        return false
      default:
        // White space, numbers and literals are irrelevant.
        return false
    }
  }

  #openBracket(isObject: boolean): void {
    const around = this.#open.at(-1)
    const name = this.#name
    if (around === HIT && name !== INNER_HITS) {
      this.#state = VALUE
      this.#depth = 1
      if (isObject && name === FIELDS && this.#hitNames) this.#beginFields()
      return
    }
    if (isObject) this.#open.push(around === HIT_LIST ? HIT : name === HITS ? HITS_OBJECT : OBJECT)
    else this.#open.push(around === HITS_OBJECT && name === HITS ? HIT_LIST : ARRAY)
    // A list has no name for its elements.
    this.#name = NO_NAME
    this.#expectsKey = isObject
    this.#hasBegun = true
  }

  /** The opening bracket is part of the buffered bytes. */
  #beginFields(): void {
    this.#isFields = true
    this.#depth = 0
    this.#at--
  }

  #readText(bytes: Buffer): boolean {
    if (!this.#passText(bytes)) return false
    this.#state = FRAME
    return this.#name === INDEX && this.#open.at(-1) === HIT
  }
}

/** The same for a complete answer. */
export function addHitType(answer: Buffer): Buffer {
  const typer = new HitTyper()
  const typed = typer.push(answer)
  typer.end()
  return typed
}

/** The known name at this position. Compares in place: an answer has dozens of keys, and no string is created. */
function nameAt(bytes: Buffer, start: number, end: number): number {
  for (let name = 0; name < nameBytes.length; name++) {
    const own = nameBytes[name] as Buffer
    if (own.length !== end - start) continue
    let same = 0
    while (same < own.length && own[same] === bytes[start + same]) same++
    if (same === own.length) return name
  }
  return NO_NAME
}

function withTypes(bytes: Buffer, ends: readonly number[]): Buffer {
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

function unreadable(why: string): Error {
  return new Error(`the answer of the engine is not readable: it ${why}`)
}
