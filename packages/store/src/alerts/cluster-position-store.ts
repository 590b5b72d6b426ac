import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** The position up to which alerts are counted: the epoch of the log, and the next offset of each partition. */
export interface ClusterPosition {
  epoch: number
  offsets: ReadonlyMap<number, number>
}

/** What a leader starts with. */
export interface CountingTerm {
  /** Higher than that of every leader before. */
  term: number
  /** Absent before the first count. */
  position?: ClusterPosition
}

export type ClusterPositionStore = ReturnType<typeof createClusterPositionStore>

/** Every change requires that no other leader has begun since. */
export function createClusterPositionStore({ db }: Store) {
  return {
    /** Takes a new term. From now on, former leaders cannot change anything. */
    async begin(): Promise<CountingTerm> {
      const { term } = await db
        .updateTable('cluster_counting')
        .set({ term: sql<number>`greatest(term + 1, extract(epoch from clock_timestamp())::bigint)` })
        .returning('term')
        .executeTakeFirstOrThrow()
      const row = await db.selectFrom('cluster_position').select(['epoch', 'position']).executeTakeFirst()
      return { term, ...(row && { position: { epoch: row.epoch, offsets: new Map(row.position) } }) }
    },

    /** Saves the position. Returns false if another leader has begun. */
    async save({ epoch, offsets }: ClusterPosition, term: number): Promise<boolean> {
      const { rows } = await sql`
        with counting as (select from cluster_counting where term = ${term} for share)
        insert into cluster_position (epoch, position) select ${epoch}, ${JSON.stringify([...offsets])} from counting
        on conflict (is_only) do update
          set epoch = excluded.epoch, position = excluded.position, changed_at = excluded.changed_at
        returning is_only
      `.execute(db)
      return rows.length > 0
    },
  }
}
