const CALENDAR = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?/
const CLOCK = /^T([01]\d|2[0-3])(?::[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?)?(?:Z|[+-](?:0\d|1[0-8])(?::?[0-5]\d)?)?$/
const MATH = /^(?:[+-]\d{1,5}[smhHdwMy]|\/[smhHdwMy]){0,8}$/
const EPOCH = /^-?\d{1,16}$/

/**
 * Whether a text is a time that the engine reads: ISO 8601 with or without zone (none is UTC), a number of
 * milliseconds or seconds, or date math on `now` or on such a time (`now-1d/d`, `2026-11-14||+1d`).
 */
export function isDateExpression(text: string): boolean {
  if (text.startsWith('now')) return MATH.test(text.slice(3))
  const bars = text.indexOf('||')
  if (bars >= 0) return isTime(text.slice(0, bars)) && MATH.test(text.slice(bars + 2))
  return isTime(text) || EPOCH.test(text)
}

function isTime(text: string): boolean {
  const date = CALENDAR.exec(text)
  if (!date) return false
  const [whole, year, month, day] = date
  const rest = text.slice(whole.length)
  if (!day) return rest === ''
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return exists && (rest === '' || CLOCK.test(rest))
}
