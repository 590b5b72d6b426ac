import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'

/** The state of copying everything again. */
export interface Reprojection {
  /** Copies with a lower revision are outdated. */
  before: number
  /** Whether all marks have been put into the outbox. */
  isQueued: boolean
}

export type ReprojectionStore = ReturnType<typeof createReprojectionStore>

/**
 * Copies the state of all alerts to the engine again: after the engine or the database was restored, neither knows what
 * the other has.
 */
export function createReprojectionStore(store: Store) {
  const { db } = store

  return {
    /** Starts from the beginning, also if one is in progress. */
    request(origin: AuditOrigin): Promise<void> {
      return auditedChange(store, origin, async (trx) => {
        await sql`
          update alert_projection set before = (extract(epoch from clock_timestamp()) * 1000000)::bigint, after = ''
        `.execute(trx)
        return { result: undefined, audit: { action: 'alert.reproject', object: 'alerts', before: null, after: null } }
      })
    },

    /** The one in progress. */
    async current(): Promise<Reprojection | undefined> {
      const row = await db.selectFrom('alert_projection').select(['before', 'after']).executeTakeFirst()
      return row?.before == null ? undefined : { before: row.before, isQueued: row.after === null }
    },

    /**
     * Puts some more marks into the outbox, with new revisions: the engine may have a copy with a higher one. Marks that
     * were changed since the request are there already.
     */
    async queueSome(limit: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const state = await trx
          .selectFrom('alert_projection')
          .select(['before', 'after'])
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (state.after === null) return
        const { rows } = await sql<{ uuid: string }>`
          with batch as (
            select uuid, revision from alert_mark where uuid > ${state.after} order by uuid limit ${limit} for update
          ), revised as (
            update alert_mark set
              revision = greatest(alert_mark.revision + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
            from batch where alert_mark.uuid = batch.uuid and batch.revision < ${state.before}
            returning alert_mark.uuid, alert_mark.revision
          ), added as (
            insert into alert_outbox (uuid, revision) select uuid, revision from revised order by uuid
            on conflict (uuid) do update set revision = excluded.revision, due_at = excluded.due_at
          )
          select uuid from batch order by uuid
        `.execute(trx)
        const after = rows.length < limit ? null : (rows.at(-1)?.uuid ?? null)
        await trx.updateTable('alert_projection').set({ after }).execute()
      })
    },

    /**
     * All copies are current, unless another one was requested since. Has all clusters counted again: entries were
     * reset, and the index of clusters may have been restored too.
     */
    async finish(before: number): Promise<void> {
      await sql`
        with finished as (
          update alert_projection set before = null where before = ${before} and after is null returning is_only
        )
        update cluster_counting set recount_after = '[]' from finished where cluster_counting.is_only = finished.is_only
      `.execute(db)
    },
  }
}
