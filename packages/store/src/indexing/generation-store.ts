import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/**
 * One set of backing indexes, one per family. Numbers only grow; new events go to the open generation with the greatest
 * number.
 */
export interface Generation {
  number: number
  /** Day of arrival of its first event, for example `2026-11-14`. */
  day: string
  isSealed: boolean
  /** Past its retention: searches no longer find it. */
  isRemoved: boolean
  /** Removed, and everything that belonged to it is deleted. */
  isDeleted: boolean
  isRollOverRequested: boolean
  openedAt: Date
}

export type GenerationStore = ReturnType<typeof createGenerationStore>

export function createGenerationStore({ db }: Store) {
  return {
    /** Every generation, oldest first. */
    async list(): Promise<Generation[]> {
      const rows = await db.selectFrom('generation').selectAll().orderBy('number').execute()
      return rows.map((row) => ({
        number: row.number,
        day: row.day,
        isSealed: row.sealed_at !== null,
        isRemoved: row.removed_at !== null,
        isDeleted: row.deleted_at !== null,
        isRollOverRequested: row.roll_over_requested_at !== null,
        openedAt: row.opened_at,
      }))
    },

    /** Idempotent, so that two leaders at the same time do no harm. */
    async open(number: number, day: string): Promise<void> {
      await db
        .insertInto('generation')
        .values({ number, day })
        .onConflict((conflict) => conflict.column('number').doNothing())
        .execute()
    },

    async markSealed(number: number): Promise<void> {
      await db
        .updateTable('generation')
        .set({ sealed_at: sql`coalesce(sealed_at, now())` })
        .where('number', '=', number)
        .execute()
    },

    async markRemoved(number: number): Promise<void> {
      await db
        .updateTable('generation')
        .set({ removed_at: sql`coalesce(removed_at, now())` })
        .where('number', '=', number)
        .execute()
    },

    async markDeleted(number: number): Promise<void> {
      await db
        .updateTable('generation')
        .set({ deleted_at: sql`coalesce(deleted_at, now())` })
        .where('number', '=', number)
        .execute()
    },

    /** Asks the leader to roll over at its next check, regardless of day and size. */
    async requestRollOver(): Promise<void> {
      await db
        .updateTable('generation')
        .set({ roll_over_requested_at: sql`coalesce(roll_over_requested_at, now())` })
        .where('number', '=', (query) =>
          query.selectFrom('generation').select((each) => each.fn.max('number').as('number')),
        )
        .execute()
    },
  }
}
