const CALENDAR = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?/
const CLOCK = /^T([01]\d|2[0-3])(?::([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-](?:0\d|1[0-8])(?::?[0-5]\d)?)?$/
const MATH = /^(?:[+-]\d{1,5}[smhHdwMy]|\/[smhHdwMy]){0,8}$/
const EPOCH = /^-?\d{1,16}$/

/** What a text says about a time: an anchor, and date math on it. */
export interface DateExpression {
  anchor: 'now' | CalendarTime | number
  math: string
}

/** A time as ISO 8601 writes it; what is left out is `undefined`. */
export interface CalendarTime {
  year: number
  month: number | undefined
  day: number | undefined
  hour: number | undefined
  minute: number | undefined
  second: number | undefined
  /** Milliseconds, with a fraction where the text goes below. */
  millisecond: number | undefined
  /** `Z` or an offset. */
  zone: string | undefined
}

/**
 * Reads a time that the engine reads, too: ISO 8601 with or without zone (none is UTC), a number of milliseconds or
 * seconds, or date math on `now` or on such a time (`now-1d/d`, `2026-11-14||+1d`).
 */
export function readDateExpression(text: string): DateExpression | undefined {
  if (text.startsWith('now')) return withMath('now', text.slice(3))
  const bars = text.indexOf('||')
  if (bars >= 0) return withMath(readTime(text.slice(0, bars)), text.slice(bars + 2))
  return withMath(readTime(text) ?? (EPOCH.test(text) ? Number(text) : undefined), '')
}

/** Whether a text is a time that the engine reads. */
export function isDateExpression(text: string): boolean {
  return readDateExpression(text) !== undefined
}

function withMath(anchor: DateExpression['anchor'] | undefined, math: string): DateExpression | undefined {
  return anchor !== undefined && MATH.test(math) ? { anchor, math } : undefined
}

function readTime(text: string): CalendarTime | undefined {
  const date = CALENDAR.exec(text)
  if (!date) return undefined
  const [whole, year, month, day] = date
  const rest = text.slice(whole.length)
  const clock = day && rest ? CLOCK.exec(rest) : undefined
  if (rest && !clock) return undefined
  const exists = !day || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (!exists) return undefined
  const [, hour, minute, second, fraction, zone] = clock ?? []
  return {
    year: Number(year),
    month: numberOf(month),
    day: numberOf(day),
    hour: numberOf(hour),
    minute: numberOf(minute),
    second: numberOf(second),
    millisecond: fraction === undefined ? undefined : Number(`0.${fraction}`) * 1_000,
    zone,
  }
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}
