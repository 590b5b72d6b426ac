const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/

/**
 * Any ISO 8601 instant a detector writes → UTC with milliseconds. No zone means UTC.
 * Answers undefined for what is no instant.
 */
export function toInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !ZONED.test(value)) return undefined
  // Suricata on a UTC sensor writes "…T09:11:01.204118+0000": no arithmetic is needed to drop the microseconds.
  const isUtc = value.endsWith('+0000') || value.endsWith('Z')
  const normal = isUtc || /[+-]\d\d:?\d\d$/.test(value.slice(10)) ? withColon(value) : `${value}Z`
  const milliseconds = Date.parse(normal)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

function withColon(value: string): string {
  return /[+-]\d{4}$/.test(value) ? `${value.slice(0, -2)}:${value.slice(-2)}` : value
}
