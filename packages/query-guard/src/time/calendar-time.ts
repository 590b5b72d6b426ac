const CALENDAR = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?/
const CLOCK = /^T([01]\d|2[0-3])(?::([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-](?:0\d|1[0-8])(?::?[0-5]\d)?)?$/

/** A parsed ISO 8601 time; omitted parts are `undefined`. */
export interface CalendarTime {
  year: number
  month: number | undefined
  day: number | undefined
  hour: number | undefined
  minute: number | undefined
  second: number | undefined
  /** Milliseconds, with a fraction if the text is more precise. */
  millisecond: number | undefined
  /** `Z` or an offset. */
  zone: string | undefined
}

/** Parses ISO 8601 with or without zone, as precise as the text; rejects dates that do not exist. */
export function readCalendarTime(text: string): CalendarTime | undefined {
  const date = CALENDAR.exec(text)
  if (!date) return undefined
  const [whole, year, month, day] = date
  const rest = text.slice(whole.length)
  const clock = day && rest ? CLOCK.exec(rest) : undefined
  if (rest && !clock) return undefined
  if (day && new Date(utcOf(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
    return undefined
  const [, hour, minute, second, fraction, zone] = clock ?? []
  return {
    year: Number(year),
    month: numberOf(month),
    day: numberOf(day),
    hour: numberOf(hour),
    minute: numberOf(minute),
    second: numberOf(second),
    millisecond: fraction === undefined ? undefined : Number(fraction.padEnd(9, '0')) / 1_000_000,
    zone,
  }
}

/**
 * Milliseconds since 1970 of a time in UTC, with the month counted from 0. Needed because `Date.UTC` reads the year 50
 * as 1950.
 */
export function utcOf(year: number, month = 0, day = 1, hour = 0, minute = 0, second = 0): number {
  if (year >= 100 || year < 0) return Date.UTC(year, month, day, hour, minute, second)
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month, day)
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}
