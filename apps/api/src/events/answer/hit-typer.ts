const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const typeMember = Buffer.from(',"_type":"_doc"')

/** What a bracket opened. A list under `hits` of an object under `hits` holds hits, in the answer as in a `top_hits`. */
const ARRAY = 0
const HIT_LIST = 1
const OBJECT = 2
const HITS_OBJECT = 3
const HIT = 4

/** What is being read: the frame of the answer, a text, or a value of a hit that nobody looks into. */
const FRAME = 0
const KEY = 1
const TEXT = 2
const VALUE = 3
const VALUE_TEXT = 4

/** The names that matter, as the engine writes them; every other is as good as none. */
const names = ['hits', '_index', 'inner_hits']
const NO_NAME = -1
const HITS = 0
const INDEX = 1
const INNER_HITS = 2
const longestName = 10

export interface HitTyper {
  /** The next bytes of an answer, with a type in each hit whose `_index` ends in them. */
  push(chunk: Buffer): Buffer
  /** Throws unless the answer is whole. */
  end(): void
}

/**
 * Puts `"_type":"_doc"` after the `_index` of each hit, as the specification's hits have it and the engine's no longer.
 * Works on bytes as they come, wherever they are cut: nothing is parsed, a number too large for JavaScript comes through
 * as the engine wrote it, and a stored document stays as it is, whatever names it holds.
 */
export function createHitTyper(): HitTyper {
  const open: number[] = []
  const key = Buffer.alloc(longestName)
  let keyLength = 0
  let name = NO_NAME
  let state = FRAME
  let isEscaped = false
  let expectsKey = false
  let hasBegun = false
  /** Brackets that are open within a value that is passed over. */
  let depth = 0
  let at = 0

  /** Moves behind the text that `at` is in; answers whether its end is in these bytes. */
  function passText(bytes: Buffer): boolean {
    const { length } = bytes
    // Locals: what the loop touches for every byte must not live in a closure.
    let here = at
    if (isEscaped && here < length) {
      isEscaped = false
      here++
    }
    while (here < length) {
      const byte = bytes[here++]
      if (byte === QUOTE) {
        at = here
        return true
      }
      if (byte === BACKSLASH && ++here > length) isEscaped = true
    }
    at = length
    return false
  }

  function readKey(bytes: Buffer): void {
    const start = at
    const isEnded = passText(bytes)
    const end = isEnded ? at - 1 : at
    if (keyLength < longestName) bytes.copy(key, keyLength, start, end)
    keyLength += end - start
    if (!isEnded) return
    state = FRAME
    name = keyLength > longestName ? NO_NAME : names.indexOf(key.toString('latin1', 0, keyLength))
  }

  function passValue(bytes: Buffer): void {
    const { length } = bytes
    let here = at
    while (here < length) {
      const byte = bytes[here++]
      if (byte === QUOTE) {
        at = here
        if (!passText(bytes)) {
          state = VALUE_TEXT
          return
        }
        here = at
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --depth === 0) {
        state = FRAME
        break
      }
    }
    at = here
  }

  function openBracket(isObject: boolean): void {
    const around = open.at(-1)
    if (around === HIT && name !== INNER_HITS) {
      state = VALUE
      depth = 1
      return
    }
    if (isObject) open.push(around === HIT_LIST ? HIT : name === HITS ? HITS_OBJECT : OBJECT)
    else open.push(around === HITS_OBJECT && name === HITS ? HIT_LIST : ARRAY)
    // A list has no names; those of its objects are their own.
    name = NO_NAME
    expectsKey = isObject
    hasBegun = true
  }

  /** Reads on within the frame; answers whether the `_index` of a hit has just ended. */
  function readFrame(bytes: Buffer): boolean {
    switch (bytes[at++]) {
      case QUOTE:
        if (expectsKey) {
          state = KEY
          keyLength = 0
          readKey(bytes)
          return false
        }
        state = TEXT
        return readText(bytes)
      case COLON:
        expectsKey = false
        return false
      case COMMA:
        expectsKey = (open.at(-1) ?? ARRAY) >= OBJECT
        return false
      case OPEN_OBJECT:
        openBracket(true)
        return false
      case OPEN_ARRAY:
        openBracket(false)
        return false
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (open.pop() === undefined) throw unreadable('closes what it never opened')
        return false
      default:
        // White space, numbers and literals: nothing hangs on them.
        return false
    }
  }

  function readText(bytes: Buffer): boolean {
    if (!passText(bytes)) return false
    state = FRAME
    return name === INDEX && open.at(-1) === HIT
  }

  return {
    push(chunk) {
      let ends: number[] | undefined
      for (at = 0; at < chunk.length; ) {
        if (state === FRAME) {
          if (readFrame(chunk)) (ends ??= []).push(at)
        } else if (state === KEY) readKey(chunk)
        else if (state === TEXT) {
          if (readText(chunk)) (ends ??= []).push(at)
        } else if (state === VALUE) passValue(chunk)
        else if (passText(chunk)) state = VALUE
      }
      return ends ? withTypes(chunk, ends) : chunk
    },
    end() {
      if (state !== FRAME || open.length > 0 || !hasBegun) throw unreadable('breaks off')
    },
  }
}

/** The same for an answer that is there as a whole. */
export function addHitType(answer: Buffer): Buffer {
  const typer = createHitTyper()
  const typed = typer.push(answer)
  typer.end()
  return typed
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
