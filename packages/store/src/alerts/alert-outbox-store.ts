import { sql } from 'kysely'
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

/** One that is to be copied. */
export interface DueState extends PendingState {
  /** The status may differ from the engine's copy. */
  isStatusChanged: boolean
}

type Version = Pick<PendingState, 'uuid' | 'revision'>

export interface PendingRange {
  /** Both ends are inclusive. */
  fromMs?: number
  toMs?: number
  limit: number
}

/** How far the engine's copies are behind. */
export interface OutboxBacklog {
  /** Alerts in the outbox. */
  count: number
  /** For how long the oldest of them has been there. */
  oldestSeconds: number
  /** Alerts whose state the engine does not take. */
  refused: number
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

export type AlertOutboxStore = ReturnType<typeof createAlertOutboxStore>

/** The alerts whose state is not in the engine yet. */
export function createAlertOutboxStore({ db }: Store) {
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
    due(limit: number): Promise<DueState[]> {
      return pending()
        .select([...columns, 'is_status_changed as isStatusChanged'])
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .execute()
    },

    /** Removes what the engine has, unless it was changed since. */
    async remove(states: readonly Version[]): Promise<void> {
      if (states.length === 0) return
      await sql`delete from alert_outbox where uuid in (${lockedVersions(states)})`.execute(db)
    },

    /** Tries them again later, unless they were changed since. `refused` says why the engine does not take them. */
    async postpone(states: readonly Version[], seconds: number, refused: string | null = null): Promise<void> {
      if (states.length === 0) return
      await sql`
        update alert_outbox set due_at = now() + make_interval(secs => ${seconds}), refused = ${refused}
        where uuid in (${lockedVersions(states)})
      `.execute(db)
    },

    async isLongerThan(length: number): Promise<boolean> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select from alert_outbox limit ${length + 1}) as queued
      `.execute(db)
      return (rows[0]?.count ?? 0) > length
    },

    async backlog(): Promise<OutboxBacklog> {
      const { rows } = await sql<OutboxBacklog>`
        select
          count(*) as count,
          coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as "oldestSeconds",
          count(refused) as refused
        from alert_outbox
      `.execute(db)
      return rows[0] as OutboxBacklog
    },
  }
}

/** The rows that still have these revisions. Locks them in key order to avoid deadlocks. */
function lockedVersions(states: readonly Version[]) {
  return sql`
    select uuid from alert_outbox
    join unnest(${states.map(({ uuid }) => uuid)}::text[], ${states.map(({ revision }) => revision)}::bigint[])
      as version (uuid, revision) using (uuid, revision)
    order by uuid for update of alert_outbox
  `
}
