import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { AlertState } from './alert-mark.ts'

/** The state of an alert that the engine may not have yet. */
export interface PendingState extends Pick<AlertState, 'status' | 'tags' | 'verdict' | 'assignee'> {
  uuid: string
  /** When it happened, in milliseconds since 1970. */
  atMs: number
  receivedAt: Date
  /** Grows with every change. */
  revision: number
}

export interface PendingRange {
  /** Both ends are inclusive. */
  fromMs?: number
  toMs?: number
  limit: number
}

const columns = [
  'alert_mark.uuid',
  'at_ms as atMs',
  'received_at as receivedAt',
  'alert_mark.revision',
  'status',
  'tags',
  'verdict',
  'assignee',
] as const

const MARKS_AT_ONCE = 5_000

export type AlertOutboxStore = ReturnType<typeof createAlertOutboxStore>

/** The alerts whose state is not in the engine yet. */
export function createAlertOutboxStore(store: Store) {
  const { db } = store
  const pending = () => db.selectFrom('alert_outbox').innerJoin('alert_mark', 'alert_mark.uuid', 'alert_outbox.uuid')

  return {
    /** Those of a time range. */
    within({ fromMs, toMs, limit }: PendingRange): Promise<PendingState[]> {
      let query = pending()
        .select([...columns])
        .limit(limit)
      if (fromMs !== undefined) query = query.where('at_ms', '>=', fromMs)
      if (toMs !== undefined) query = query.where('at_ms', '<=', toMs)
      return query.execute()
    },

    /** Those that are due, oldest first. */
    due(limit: number): Promise<PendingState[]> {
      return pending()
        .select([...columns])
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .execute()
    },

    /** Removes what the engine has, unless it was changed since. Locks rows in key order to avoid deadlocks. */
    async remove(states: readonly Pick<PendingState, 'uuid' | 'revision'>[]): Promise<void> {
      if (states.length === 0) return
      await sql`
        delete from alert_outbox where uuid in (
          select uuid from alert_outbox
          join unnest(${states.map(({ uuid }) => uuid)}::text[], ${states.map(({ revision }) => revision)}::bigint[])
            as stored (uuid, revision) using (uuid, revision)
          order by uuid for update of alert_outbox
        )
      `.execute(db)
    },

    /** Tries them again later. */
    async postpone(uuids: readonly string[], seconds: number): Promise<void> {
      if (uuids.length === 0) return
      await sql`
        update alert_outbox set due_at = now() + make_interval(secs => ${seconds}) where uuid in (
          select uuid from alert_outbox where uuid = any(${uuids}::text[]) order by uuid for update
        )
      `.execute(db)
    },

    /** The number of alerts in the outbox. */
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('alert_outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    /**
     * Puts every marked alert into the outbox with a new revision, and requests the reset of all others: after the
     * engine or the database was restored, neither knows what the other has. In batches, so that analysts do not wait.
     * Returns the number of alerts.
     */
    async enqueueAll(origin: AuditOrigin): Promise<number> {
      await auditedChange(store, origin, async (trx) => {
        await sql`
          update alert_projection set reset_before = (extract(epoch from clock_timestamp()) * 1000000)::bigint
        `.execute(trx)
        return { result: undefined, audit: { action: 'alert.reproject', object: 'alerts', before: null, after: null } }
      })
      let count = 0
      let last: string | undefined = ''
      while (last !== undefined) {
        const { rows }: { rows: { uuid: string }[] } = await sql<{ uuid: string }>`
          with batch as (
            select uuid from alert_mark where uuid > ${last} order by uuid limit ${MARKS_AT_ONCE} for update
          ), revised as (
            update alert_mark set
              revision = greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
            where uuid in (select uuid from batch) returning uuid, revision
          ), added as (
            insert into alert_outbox (uuid, revision) select uuid, revision from revised order by uuid
            on conflict (uuid) do update set revision = excluded.revision, due_at = excluded.due_at
          )
          select uuid from revised order by uuid
        `.execute(db)
        count += rows.length
        last = rows.at(-1)?.uuid
      }
      return count
    },

    /** The revision below which alerts without a mark have to be reset in the engine. */
    async resetBefore(): Promise<number | undefined> {
      const row = await db.selectFrom('alert_projection').select('reset_before').executeTakeFirst()
      return row?.reset_before ?? undefined
    },

    /** The reset is complete, unless another one was requested since. */
    async resetDone(before: number): Promise<void> {
      await db.updateTable('alert_projection').set({ reset_before: null }).where('reset_before', '=', before).execute()
    },
  }
}
