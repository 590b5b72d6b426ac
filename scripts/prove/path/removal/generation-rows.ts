import { sql } from 'kysely'
import type { Store } from '@watchpost/store'

/** A generation as stored in its row. */
export interface GenerationRow {
  number: number
  day: string
  isSealed: boolean
  isRemoved: boolean
  /** Undefined if the table has no such column. */
  isDeleted?: boolean
  openedAt: Date
}

/** Reads the generations, oldest first, with its own SQL. */
export async function readGenerations({ db }: Store): Promise<GenerationRow[]> {
  const { rows } = await sql<{ number: number; day: string; row: Record<string, unknown>; opened_at: Date }>`
    select number, to_char(day, 'YYYY-MM-DD') as day, to_jsonb(generation) as row, opened_at
    from generation order by number
  `.execute(db)
  return rows.map(({ number, day, row, opened_at: openedAt }) => ({
    number,
    day,
    isSealed: row.sealed_at !== null,
    isRemoved: row.removed_at !== null,
    ...('deleted_at' in row && { isDeleted: row.deleted_at !== null }),
    openedAt,
  }))
}
