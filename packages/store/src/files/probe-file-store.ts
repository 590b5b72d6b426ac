import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** A file as a probe announces it. */
export interface AnnouncedFile {
  /** 32 bytes. */
  sha256: Buffer
  size: number
}

/** How far an upload is. A probe sends what is `uploading` from the next piece on. */
export type UploadStep =
  | { state: 'stored' }
  | { state: 'refused'; reason: FileRefusal }
  | { state: 'uploading'; nextPiece: number }

/** What a probe should do with a file. */
export type FileAnswer = { sha256: Buffer } & UploadStep

/** Why a file is not taken. */
export type FileRefusal = 'too-large' | 'size-differs' | 'digest-differs'

/** An upload under way. */
export interface FileUpload {
  contentId: string
  size: number
  nextPiece: number
}

export type ProbeFileStore = ReturnType<typeof createProbeFileStore>

/** Files that probes have, and the state of their uploads. Each content is stored once, whichever probe sends it. */
export function createProbeFileStore({ db, now }: Store) {
  return {
    /** Records the files of a probe and tells which to upload. An upload that was interrupted continues. */
    async announce(probeId: number, files: readonly AnnouncedFile[], maxBytes: number): Promise<FileAnswer[]> {
      if (files.length === 0) return []
      const { rows } = await sql<{
        sha256: Buffer
        state: FileAnswer['state']
        reason: FileRefusal
        nextPiece: number
      }>`
        insert into probe_file as mine (probe_id, sha256, size, state, reason, content_id, first_seen_at, last_seen_at)
        select ${probeId}::int, new.sha256, new.size, state, reason,
          case when state = 'uploading' then gen_random_uuid() end, ${now()}, ${now()}
        from unnest(${files.map(({ sha256 }) => sha256)}::bytea[], ${files.map(({ size }) => size)}::bigint[])
          as new (sha256, size)
        left join file using (sha256)
        cross join lateral (
          select case
            when file.size <> new.size then 'size-differs'
            when file.size is null and new.size > ${maxBytes} then 'too-large'
          end as reason
        ) as judged
        cross join lateral (
          select case
            when reason is not null then 'refused' when file.size is not null then 'stored' else 'uploading'
          end as state
        ) as decided
        order by new.sha256
        on conflict (probe_id, sha256) do update set
          size = excluded.size,
          state = excluded.state,
          reason = excluded.reason,
          last_seen_at = excluded.last_seen_at,
          content_id = case
            when mine.state = 'uploading' and excluded.state = 'uploading' and mine.size = excluded.size
            then mine.content_id else excluded.content_id
          end,
          next_piece = case
            when mine.state = 'uploading' and excluded.state = 'uploading' and mine.size = excluded.size
            then mine.next_piece else 0
          end
        returning sha256, state, reason, next_piece as "nextPiece"
      `.execute(db)
      return rows.map(({ sha256, state, reason, nextPiece }) => {
        if (state === 'stored') return { sha256, state }
        return state === 'refused' ? { sha256, state, reason } : { sha256, state, nextPiece }
      })
    },

    /**
     * Continues an upload with `work`, and stores how far it came. Holds the row while it works: no one may write a
     * piece again that has been checked. If another probe completed the same file before, its content stays and this one is
     * removed.
     */
    continueUpload(
      probeId: number,
      sha256: Buffer,
      work: (upload: FileUpload) => Promise<UploadStep>,
    ): Promise<UploadStep | 'absent'> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('probe_file')
          .select(['content_id as contentId', 'size', 'next_piece as nextPiece'])
          .where('probe_id', '=', probeId)
          .where('sha256', '=', sha256)
          .forUpdate()
          .executeTakeFirst()
        if (!row?.contentId) return 'absent'
        const { contentId, size, nextPiece } = row
        const step = await work({ contentId, size, nextPiece })
        if (step.state === 'stored') {
          await trx
            .insertInto('file')
            .values({ sha256, size, content_id: contentId, stored_at: now() })
            .onConflict((conflict) => conflict.column('sha256').doNothing())
            .execute()
        }
        await trx
          .updateTable('probe_file')
          .set(
            step.state === 'uploading'
              ? { next_piece: step.nextPiece, last_seen_at: now() }
              : { ...step, content_id: null, next_piece: 0 },
          )
          .where('probe_id', '=', probeId)
          .where('sha256', '=', sha256)
          .execute()
        return step
      })
    },
  }
}
