/** Quote, comma, colon, brackets and braces. */
const DELIMITERS: ReadonlySet<number> = new Set([0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d])

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Index of the closing quote of the string whose first byte is at `start`, or the end of the bytes. */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === 0x22 /* " */) return i
    if (byte === 0x5c /* \ */) i++
  }
  return bytes.length
}

/** Index after a number, a literal, or any other unquoted token. */
export function endOfBare(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte <= 0x20 || DELIMITERS.has(byte)) return i
  }
  return bytes.length
}

/** Whether an unquoted token has an `e` or `E`. */
export function hasExponent(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (((bytes[i] as number) | 0x20) === 0x65) return true
  return false
}

/** An unquoted token as text; only numbers are read from it, so other bytes need not be decoded correctly. */
export function asciiAt(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

/** Nearly all keys are a few ASCII letters, which are faster to read one by one than with a decoder. */
const PLAIN_LENGTH = 64

/** A short key of ASCII letters and escapes; `undefined` if it needs a decoder or is not a string. */
function plainAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > PLAIN_LENGTH) return undefined
  let text = ''
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number
    if (byte > 0x7e) return undefined
    if (byte !== 0x5c /* \ */) {
      text += String.fromCharCode(byte)
      continue
    }
    const code = bytes[i + 1] === 0x75 /* u */ ? hexAt(bytes, i + 2, end) : undefined
    if (code === undefined) return undefined
    text += String.fromCharCode(code)
    i += 5
  }
  return text
}

/** The value of four hexadecimal digits. */
function hexAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (start + 4 > end) return undefined
  let code = 0
  for (let i = start; i < start + 4; i++) {
    const byte = bytes[i] as number
    const letter = byte | 0x20
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
    if (digit < 0) return undefined
    code = code * 16 + digit
  }
  return code
}

/** The key between the quotes at `start` and `end`, unescaped, so that two spellings of it are equal. */
export function keyAt(bytes: Uint8Array, start: number, end: number): string {
  const plain = plainAt(bytes, start + 1, end)
  if (plain !== undefined) return plain
  const inner = bytes.subarray(start + 1, end)
  const text = decoder.decode(inner)
  if (!inner.includes(0x5c /* \ */)) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    // A broken escape: the parser reports it.
    return text
  }
}
