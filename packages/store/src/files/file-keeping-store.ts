import { sql } from 'kysely'
import { createLeaderLock } from '../database/leader-lock.ts'
import type { Store } from '../database/connect-store.ts'

/** The sealed secret from which the keys of all stored files are derived. */
export const fileKeyName = 'file-key'

/** How long and how much is kept. */
export interface FileLimits {
  days: number
  bytes: number
}

/** What the contents take. */
export interface FileTotals {
  files: number
  /** Of stored files, of uploads under way, and of contents that wait for their removal, as far as known. */
  bytes: number
  waitingForRemoval: number
}

/** An upload without a new piece for this long is given up; the probe begins again if it still has the file. */
const ABANDONED_AFTER = '24 hours'
/** Rows in one step, so that no step holds locks for long. */
const STEP = 1_000

export type FileKeepingStore = ReturnType<typeof createFileKeepingStore>

/** Keeps the stored files within their limits. Rows go first; the contents are removed after them, from a queue. */
export function createFileKeepingStore(store: Store, pieceBytes: number) {
  const { db, now } = store
  return {
    /** Runs the work if no other process does it. */
    lead: createLeaderLock(store, 'fileKeeper'),

    async totals(): Promise<FileTotals> {
      const { rows } = await sql<FileTotals>`
        select files::float8 as files, (stored + uploading)::float8 as bytes, removals::float8 as "waitingForRemoval"
        from (select count(*) as files, coalesce(sum(size), 0) as stored from file) as contents
        cross join (
          select coalesce(sum(least(size, next_piece::bigint * ${pieceBytes})), 0) as uploading
          from probe_file where content_id is not null
        ) as uploads
        cross join (select count(*) as removals from file_removal) as removing
      `.execute(db)
      const [totals] = rows
      if (!totals) throw new Error('the database counted nothing')
      return totals
    },

    /** Removes files that are too old or, oldest first, too many. Returns how many, by reason. */
    async expire({ days, bytes }: FileLimits): Promise<{ age: number; space: number }> {
      const { rows } = await sql<{ age: number; space: number }>`
        with oldest as materialized (
          select sha256, stored_at < ${now()} - make_interval(days => ${days}) as is_old,
            sum(size) over (order by stored_at desc, sha256) > ${bytes} as is_too_much
          from file
        ), removed as (
          delete from file using (
            select sha256, is_old from oldest where is_old or is_too_much order by sha256 limit ${STEP}
          ) as ended
          where file.sha256 = ended.sha256
          returning ended.is_old
        )
        select count(*) filter (where is_old)::int as age, count(*) filter (where not is_old)::int as space from removed
      `.execute(db)
      return rows[0] ?? { age: 0, space: 0 }
    },

    /** Gives up uploads that stand still, and forgets what probes had before the retention. */
    async forget({ days }: Pick<FileLimits, 'days'>): Promise<{ abandoned: number }> {
      const { rows } = await sql<{ abandoned: number }>`
        with gone as (
          delete from probe_file where (probe_id, sha256) in (
            select probe_id, sha256 from probe_file
            where last_seen_at < ${now()} - make_interval(days => ${days})
              or (state = 'uploading' and last_seen_at < ${now()} - ${ABANDONED_AFTER}::interval)
            limit ${STEP}
          )
          returning state
        )
        select count(*) filter (where state = 'uploading')::int as abandoned from gone
      `.execute(db)
      return { abandoned: rows[0]?.abandoned ?? 0 }
    },

    /** Contents to remove, oldest first. */
    async removals(): Promise<string[]> {
      const rows = await db
        .selectFrom('file_removal')
        .select('content_id as contentId')
        .orderBy('queued_at')
        .limit(STEP)
        .execute()
      return rows.map(({ contentId }) => contentId)
    },

    /** Notes that these contents are gone. */
    async removed(contentIds: readonly string[]): Promise<void> {
      if (contentIds.length > 0) await db.deleteFrom('file_removal').where('content_id', 'in', contentIds).execute()
    },
  }
}
