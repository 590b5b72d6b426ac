import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** Up to where alerts are counted: the epoch of a log, and by partition of it the offset that is next. */
export interface ClusterPosition {
  epoch: number
  offsets: ReadonlyMap<number, number>
}

export type ClusterPositionStore = ReturnType<typeof createClusterPositionStore>

export function createClusterPositionStore({ db }: Store) {
  return {
    /** How far counting has come; absent before the first count. */
    async read(): Promise<{ position: ClusterPosition; version: number } | 'absent'> {
      const row = await db.selectFrom('cluster_position').select(['epoch', 'position', 'version']).executeTakeFirst()
      if (!row) return 'absent'
      return { position: { epoch: row.epoch, offsets: new Map(row.position) }, version: row.version }
    },

    /** Writes down how far it has come, unless someone else did since; answers the new version. */
    async save({ epoch, offsets }: ClusterPosition, expectedVersion: number): Promise<number | 'moved'> {
      const position = JSON.stringify([...offsets])
      const row =
        expectedVersion === 0
          ? await db
              .insertInto('cluster_position')
              .values({ epoch, position })
              .onConflict((conflict) => conflict.doNothing())
              .returning('version')
              .executeTakeFirst()
          : await db
              .updateTable('cluster_position')
              .set({ epoch, position, version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
              .where('version', '=', expectedVersion)
              .returning('version')
              .executeTakeFirst()
      return row?.version ?? 'moved'
    },

    /** Forgets it: everything is counted again. */
    async clear(): Promise<void> {
      await db.deleteFrom('cluster_position').execute()
    },
  }
}
