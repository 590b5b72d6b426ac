import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

type NameIn<Row> = keyof Row & string

/** The columns to read: timestamps, and values that JSON supports. */
export interface ReadColumns<Row> {
  times: readonly NameIn<Row>[]
  values: readonly NameIn<Row>[]
}

/**
 * The rows of a query, sent by the database as one array per column: the driver spends more time on a narrow row than
 * the database does. Rows share their Date objects; timestamps are rounded to milliseconds.
 */
export async function readColumns<Row extends object>(
  db: Kysely<Database>,
  query: RawBuilder<unknown>,
  { times, values }: ReadColumns<Row>,
): Promise<Row[]> {
  const names = [...times, ...values]
  const columns = names.map((name, index) => {
    const value = index < times.length ? sql`(date_part('epoch', ${sql.ref(name)}) * 1000)::bigint` : sql.ref(name)
    return sql`json_agg(${value}) as ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, unknown[] | null>>`
    select ${sql.join(columns)} from (${query}) as each_row
  `.execute(db)
  const arrays = names.map((name) => rows[0]?.[name] ?? [])
  const instantOf = createInstants()
  const rowAt = (row: number): Row => {
    const made: Record<string, unknown> = {}
    // No allocation per column: there may be a million values.
    for (let column = 0; column < names.length; column++) {
      const value = arrays[column]?.[row]
      made[names[column] as string] = column < times.length ? instantOf(value as number | null) : value
    }
    return made as Row
  }
  return Array.from({ length: arrays[0]?.length ?? 0 }, (_, row) => rowAt(row))
}

function createInstants() {
  const instants = new Map<number, Date>()
  return (milliseconds: number | null): Date | null => {
    if (milliseconds === null) return null
    let instant = instants.get(milliseconds)
    if (!instant) instants.set(milliseconds, (instant = new Date(milliseconds)))
    return instant
  }
}
