import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

type NameIn<Row> = keyof Row & string

/** Which columns of a query are read: instants, and values that JSON knows. */
export interface ReadColumns<Row> {
  times: readonly NameIn<Row>[]
  values: readonly NameIn<Row>[]
}

/**
 * The rows of a query, sent by the database as one array a column: the driver spends more time on a narrow row than the
 * database does. Rows share the objects of their instants, to the nearest millisecond.
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
  const length = arrays[0]?.length ?? 0
  return Array.from({ length }, (_, row) => {
    const made: Record<string, unknown> = {}
    for (const [column, name] of names.entries()) {
      const value = arrays[column]?.[row]
      made[name] = column < times.length ? instantOf(value as number | null) : value
    }
    return made as Row
  })
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
