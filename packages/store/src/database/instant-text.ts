import { type RawBuilder, sql } from 'kysely'

/** A timestamp as ISO 8601 in UTC with microseconds; the driver's own value keeps only milliseconds. */
export function instantText(instant: string | RawBuilder<Date>): RawBuilder<string> {
  const value = typeof instant === 'string' ? sql.ref(instant) : instant
  return sql<string>`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
