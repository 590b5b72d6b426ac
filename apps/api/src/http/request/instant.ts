const PATTERN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+\- ]\d\d:?\d\d)?$/i

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

/**
 * Converts an ISO 8601 instant to UTC with milliseconds; without a zone it is UTC. A less precise value stands for a
 * span: `first` returns its first millisecond, `last` its last. Undefined for any other text.
 */
export function readInstant(text: string, edge: 'first' | 'last'): string | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [, day, minute, second, fraction, zone] = match
  const time = `${minute ?? '00:00'}:${second ?? '00'}.${(fraction ?? '').slice(0, 3).padEnd(3, '0')}`
  const first = Date.parse(`${day}T${time}${zoneOf(zone)}`)
  if (Number.isNaN(first)) return undefined
  const span = minute === undefined ? DAY_MS : second === undefined ? MINUTE_MS : spanOf(fraction)
  const instant = new Date(edge === 'first' ? first : first + span - 1)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

function spanOf(fraction: string | undefined): number {
  return fraction === undefined ? SECOND_MS : Math.max(1, SECOND_MS / 10 ** fraction.length)
}

/** An unescaped plus of a zone in a URL arrives as a space. */
function zoneOf(zone: string | undefined): string {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.replace(' ', '+').replace(':', '')
  return `${digits.slice(0, 3)}:${digits.slice(3)}`
}

/** `2026-11-14T09:12:33`: the date format of the specification. */
export function dateOf(instant: string): string {
  return instant.slice(0, 19)
}
