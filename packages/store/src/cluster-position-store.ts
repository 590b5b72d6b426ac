import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** By partition of the log, the offset up to which alerts are counted. */
export type ClusterPosition = ReadonlyMap<number, number>

export type ClusterPositionStore = ReturnType<typeof createClusterPositionStore>

export function createClusterPositionStore({ db }: Store) {
  return {
    /** How far counting has come; absent before the first count. */
    async read(): Promise<{ position: ClusterPosition; version: number } | 'absent'> {
      const row = await db.selectFrom('cluster_position').select(['position', 'version']).executeTakeFirst()
      return row ? { position: new Map(row.position), version: row.version } : 'absent'
    },

    /** Writes down how far it has come, unless somebody else did since; answers the new version. */
    async save(position: ClusterPosition, expectedVersion: number): Promise<number | 'moved'> {
      const value = JSON.stringify([...position])
      const row =
        expectedVersion === 0
          ? await db
              .insertInto('cluster_position')
              .values({ position: value })
              .onConflict((conflict) => conflict.doNothing())
              .returning('version')
              .executeTakeFirst()
          : await db
              .updateTable('cluster_position')
              .set({ position: value, version: sql<number>`version + 1`, changed_at: sql<Date>`now()` })
              .where('version', '=', expectedVersion)
              .returning('version')
              .executeTakeFirst()
      return row?.version ?? 'moved'
    },

    /** Forgets it: everything is counted anew. */
    async clear(): Promise<void> {
      await db.deleteFrom('cluster_position').execute()
    },
  }
}
