import { type RawBuilder, sql } from 'kysely'

/** An instant as ISO 8601 in UTC with all its microseconds; the driver's own value keeps only milliseconds. */
export function instantText(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
