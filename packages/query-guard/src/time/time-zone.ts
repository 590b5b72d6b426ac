import type { Json } from '../json/parse.ts'
import type { Path } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'

const OFFSET = /^(?:Z|UTC|[+-](?:0\d|1[0-7]):[0-5]\d|[+-]18:00)$/

const NAMED: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))

/** Reads a time zone: `UTC`, an offset, or an IANA name. */
export function readTimeZone(reading: Reading, path: Path, value: Json): string | undefined {
  if (typeof value === 'string' && (OFFSET.test(value) || NAMED.has(value))) return value
  const detail = 'Write the time zone as "UTC", as an offset such as "+01:00", or as a name such as "Europe/Paris".'
  return reading.refuse('malformed', path, detail)
}

/** The offset of a zone from UTC in milliseconds; `undefined` for a named one, whose offset depends on the time. */
export function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z' || zone === 'UTC') return 0
  const parts = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (!parts) return undefined
  const [, sign, hours, minutes = '0'] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
