const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/

/** With milliseconds, in UTC, and a day that exists in its month in every year: the text only has to be cut. */
const PLAIN =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3,9}(?:\+0000|Z)$/
const MILLISECONDS_END = '2026-11-14T09:12:33.412'.length

/**
 * Any ISO 8601 instant that a detector writes → UTC with milliseconds. No zone means UTC. Returns undefined for
 * anything else.
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // Suricata on a UTC sensor writes "…T09:11:01.204118+0000": cut the text to drop the microseconds.
  if (PLAIN.test(value)) return `${value.slice(0, MILLISECONDS_END)}Z`
  if (!ZONED.test(value)) return undefined
  const isUtc = value.endsWith('+0000') || value.endsWith('Z')
  const normal = isUtc || /[+-]\d\d:?\d\d$/.test(value.slice(10)) ? withColon(value) : `${value}Z`
  const milliseconds = Date.parse(normal)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

let lastMilliseconds = Number.NaN
let lastInstant = ''

/** The same for milliseconds since the epoch. All events of a batch arrive at once, so the last result is cached. */
export function instantOf(milliseconds: number): string {
  if (milliseconds !== lastMilliseconds) {
    lastInstant = new Date(milliseconds).toISOString()
    lastMilliseconds = milliseconds
  }
  return lastInstant
}

function withColon(value: string): string {
  return /[+-]\d{4}$/.test(value) ? `${value.slice(0, -2)}:${value.slice(-2)}` : value
}
