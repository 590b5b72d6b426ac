import { endOfBare, endOfString } from '../json/scan-token.ts'

/** A body without its times. */
export interface CutBody {
  /** The bytes, each as one character, with a mark for each time. */
  text: string
  /** The times in the order of the body: a number of milliseconds, or text. */
  times: (number | string)[]
}

/** Larger bodies are rare, and reading them takes long in any case. */
export const MAX_CUT_BYTES = 8_192
const MILLISECONDS_DIGITS = 13
const MAX_TEXT_BYTES = 40
/** Control characters, which JSON never contains. */
const NUMBER_MARK = '\u0000'
const TEXT_MARK = '"\u0001"'

/** Whether text may be a time. Only characters without a special meaning in JSON. */
export function isTimeText(text: string): boolean {
  return text.length <= MAX_TEXT_BYTES && /^(?:now|\d{4}-)[\d\w:.+/|-]*$/.test(text)
}

/** Whether a number may be a time: milliseconds of the years 2001 to 2286. */
export function isTimeNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1e12 && value < 1e13
}

/** Cuts out everything that may be a time, so that bodies which differ only in times have the same text. */
export function cutTimes(bytes: Uint8Array): CutBody | undefined {
  if (bytes.length > MAX_CUT_BYTES) return undefined
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const times: (number | string)[] = []
  let text = ''
  let copied = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === 0x22 /* " */) {
      const end = endOfString(bytes, i + 1)
      // A time begins with `n` or a digit.
      const first = bytes[i + 1] as number
      if ((first === 0x6e || isDigit(first)) && end - i - 1 <= MAX_TEXT_BYTES) {
        const inner = all.slice(i + 1, end)
        if (isTimeText(inner) && !isKey(bytes, end + 1)) {
          text += all.slice(copied, i) + TEXT_MARK
          times.push(inner)
          copied = end + 1
        }
      }
      i = end
    } else if (isDigit(byte)) {
      const end = endOfBare(bytes, i)
      if (end - i === MILLISECONDS_DIGITS && byte !== 0x30 && isNumberText(bytes, i, end)) {
        text += all.slice(copied, i) + NUMBER_MARK
        times.push(Number(all.slice(i, end)))
        copied = end
      }
      i = end - 1
    } else if (byte === 0x2d /* - */) i = endOfBare(bytes, i) - 1
  }
  return { text: text + all.slice(copied), times }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isNumberText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isDigit(bytes[i] as number)) return false
  return true
}

function isKey(bytes: Uint8Array, start: number): boolean {
  let at = start
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at++
  return bytes[at] === 0x3a /* : */
}
