import type { Json } from '../../json/parse.ts'
import type { Path } from '../../json/pointer.ts'
import { DATE_FORMATS } from '../../query/range-query.ts'
import type { Reading } from '../../reading.ts'
import { durationOf } from '../../time/interval-length.ts'

/** Formats for the keys of time buckets. */
export const OUTPUT_FORMATS = [
  ...DATE_FORMATS,
  'strict_date',
  'date',
  'date_time',
  'strict_date_time',
  'date_hour',
  'date_hour_minute',
  'date_hour_minute_second',
  'yyyy',
  'yyyy-MM',
  'yyyy-MM-dd',
  'yyyy-MM-dd HH:mm',
  'yyyy-MM-dd HH:mm:ss',
  'HH:mm',
  'HH:mm:ss',
] as const

/** Reads the offset of buckets, for example `+6h` or `-1d`. */
export function readOffset(reading: Reading, path: Path, value: Json): string | undefined {
  const length = typeof value === 'string' ? durationOf(value.replace(/^[+-]/, '')) : undefined
  if (typeof value === 'string' && length !== undefined && length <= 366 * 86_400_000) return value
  return reading.refuse('malformed', path, 'Write the offset as a length such as "+6h" or "-1d".')
}
