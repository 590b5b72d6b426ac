import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** The position up to which alerts are counted: the epoch of the log, and the next offset of each partition. */
export interface ClusterPosition {
  epoch: number
  offsets: ReadonlyMap<number, number>
}

export type ClusterPositionStore = ReturnType<typeof createClusterPositionStore>

export function createClusterPositionStore({ db }: Store) {
  return {
    /** The saved position; absent before the first count. */
    async read(): Promise<{ position: ClusterPosition; version: number } | 'absent'> {
      const row = await db.selectFrom('cluster_position').select(['epoch', 'position', 'version']).executeTakeFirst()
      if (!row) return 'absent'
      return { position: { epoch: row.epoch, offsets: new Map(row.position) }, version: row.version }
    },

    /** Saves the position unless it was changed since `expectedVersion`; returns the new version. */
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

    /** Deletes the position, so that everything is counted again. */
    async clear(): Promise<void> {
      await db.deleteFrom('cluster_position').execute()
    },
  }
}
