import type { Interval } from './time/interval.ts'

const FOUR_BYTES = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** An IPv4 address as a number; undefined for any other text. */
export function addressNumber(text: string): number | undefined {
  const [, a, b, c, d] = FOUR_BYTES.exec(text) ?? []
  if (a === undefined) return undefined
  return ((Number(a) * 256 + Number(b)) * 256 + Number(c)) * 256 + Number(d)
}

/** The range of an IPv4 address or network; undefined for IPv6. */
export function addressInterval(text: string): Interval | undefined {
  const [address = '', length] = text.split('/')
  const number = addressNumber(address)
  if (number === undefined) return undefined
  const size = 2 ** (32 - (length === undefined ? 32 : Number(length)))
  const from = Math.floor(number / size) * size
  return { from, to: from + size - 1 }
}
