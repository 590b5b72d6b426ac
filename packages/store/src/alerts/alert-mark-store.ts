import { sql, type Transaction } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database, MarkStatus } from '../database/database.ts'

/** The status, note and tags that analysts gave an alert. */
export interface AlertMark {
  status: MarkStatus
  note: string
  tags: string[]
  changedAt: Date
  changedBy: string
}

/** The fields of an alert that its mark stores. */
export interface MarkableAlert {
  uuid: string
  /** When it happened, in milliseconds since 1970. */
  atMs: number
  /** Sort key in an order by risk. */
  rank: number
  receivedAt: Date
}

/** An alert with a mark, and its position in the orders of a listing. */
export type MarkedAlert = Pick<MarkableAlert, 'uuid' | 'atMs' | 'rank'> & Pick<AlertMark, 'status' | 'tags'>

/** A change to the marks of alerts. Omitted fields stay unchanged. */
export interface MarkChange {
  status?: MarkStatus
  note?: string
  /** Replaces all tags. */
  tags?: readonly string[]
  addTags?: readonly string[]
  removeTags?: readonly string[]
}

export interface MarkedWish {
  statuses?: readonly MarkStatus[]
  /** Matches alerts that have all of these tags. */
  tags?: readonly string[]
  /** Time range, both ends inclusive. */
  fromMs?: number
  toMs?: number
  order: 'date_asc' | 'date_desc' | 'risk_asc' | 'risk_desc'
  after?: readonly [value: number, uuid: string]
  limit: number
}

const MOST_TAGS = 20

export type AlertMarkStore = ReturnType<typeof createAlertMarkStore>

export function createAlertMarkStore(store: Store) {
  return {
    /** The marks of these alerts. An alert without a mark is open. */
    async find(uuids: readonly string[]): Promise<Map<string, AlertMark>> {
      if (uuids.length === 0) return new Map()
      const rows = await store.db
        .selectFrom('alert_mark')
        .select(['uuid', 'status', 'note', 'tags', 'changed_at as changedAt', 'changed_by as changedBy'])
        .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
        .execute()
      return new Map(rows.map(({ uuid, ...mark }) => [uuid, mark]))
    },

    /** Alerts whose marks match, in order. */
    async marked(wish: MarkedWish): Promise<MarkedAlert[]> {
      const [key, direction] = wish.order.split('_') as ['date' | 'risk', 'asc' | 'desc']
      const column = key === 'date' ? 'at_ms' : 'rank'
      let query = store.db
        .selectFrom('alert_mark')
        .select(['uuid', 'at_ms as atMs', 'rank', 'status', 'tags'])
        .orderBy(column, direction)
        .orderBy('uuid', direction)
        .limit(wish.limit)
      if (wish.statuses?.length) query = query.where('status', 'in', [...wish.statuses])
      if (wish.tags?.length) query = query.where('tags', '@>', sql<string[]>`${wish.tags}::text[]`)
      if (wish.fromMs !== undefined) query = query.where('at_ms', '>=', wish.fromMs)
      if (wish.toMs !== undefined) query = query.where('at_ms', '<=', wish.toMs)
      if (wish.after) {
        const [value, uuid] = wish.after
        const comparison = direction === 'asc' ? sql`>` : sql`<`
        query = query.where(sql<boolean>`(${sql.ref(column)}, uuid) ${comparison} (${value}, ${uuid})`)
      }
      return query.execute()
    },

    /**
     * Changes the marks of alerts and audits it. Returns the new marks, or an error if an alert would have too many
     * tags.
     */
    change(
      origin: AuditOrigin,
      alerts: readonly MarkableAlert[],
      wanted: MarkChange,
    ): Promise<Map<string, AlertMark> | 'too-many-tags'> {
      return auditedChange<Map<string, AlertMark> | 'too-many-tags'>(store, origin, async (trx) => {
        const uuids = alerts.map(({ uuid }) => uuid)
        const before = await lockMarks(trx, alerts, origin.username)
        const known = new Map(before.map((row) => [row.uuid, row]))
        const after = alerts.map((alert) => ({ alert, mark: changed(known.get(alert.uuid), wanted) }))
        if (after.some(({ mark }) => mark.tags.length > MOST_TAGS)) return { result: 'too-many-tags', audit: [] }
        const rows = await trx
          .insertInto('alert_mark')
          .values(
            after.map(({ alert, mark }) => ({
              uuid: alert.uuid,
              at_ms: alert.atMs,
              rank: alert.rank,
              received_at: alert.receivedAt,
              ...mark,
              changed_by: origin.username,
            })),
          )
          .onConflict((conflict) =>
            conflict.column('uuid').doUpdateSet((row) => ({
              status: row.ref('excluded.status'),
              note: row.ref('excluded.note'),
              tags: row.ref('excluded.tags'),
              changed_by: row.ref('excluded.changed_by'),
              changed_at: sql<Date>`now()`,
            })),
          )
          .returning(['uuid', 'status', 'note', 'tags', 'changed_at as changedAt', 'changed_by as changedBy'])
          .execute()
        const [only] = uuids
        return {
          result: new Map(rows.map(({ uuid, ...mark }) => [uuid, mark])),
          audit: {
            action: 'alert.mark',
            object: uuids.length === 1 ? `alert/${only}` : `alerts/${uuids.length}`,
            before,
            after: { uuids, ...wanted },
          },
        }
      })
    },

    /**
     * Removes the marks of alerts that arrived before `received`: those events are deleted. Returns the number of
     * marks.
     */
    async removeBefore(received: Date): Promise<number> {
      const { numDeletedRows } = await store.db
        .deleteFrom('alert_mark')
        .where('received_at', '<', received)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/**
 * Locks the marks of these alerts until the end of the transaction, and returns those that existed. A missing mark is
 * created first, so that two requests that mark an alert for the first time do not overwrite each other. Both steps go
 * in key order to avoid deadlocks. Changes of other alerts do not wait.
 */
async function lockMarks(trx: Transaction<Database>, alerts: readonly MarkableAlert[], username: string) {
  const inOrder = alerts.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  const created = await trx
    .insertInto('alert_mark')
    .values(
      inOrder.map(({ uuid, atMs, rank, receivedAt }) => ({
        uuid,
        at_ms: atMs,
        rank,
        received_at: receivedAt,
        status: 'open' as const,
        note: '',
        tags: [],
        changed_by: username,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .execute()
  const isNew = new Set(created.map(({ uuid }) => uuid))
  const rows = await trx
    .selectFrom('alert_mark')
    .select(['uuid', 'status', 'note', 'tags'])
    .where('uuid', '=', sql<string>`any(${inOrder.map(({ uuid }) => uuid)}::text[])`)
    .orderBy('uuid')
    .forUpdate()
    .execute()
  return rows.filter(({ uuid }) => !isNew.has(uuid))
}

type Said = Pick<AlertMark, 'status' | 'note' | 'tags'>

function changed(before: Said | undefined, { status, note, tags, addTags, removeTags }: MarkChange): Said {
  const kept = tags ?? before?.tags ?? []
  const all = new Set([...kept, ...(addTags ?? [])])
  for (const tag of removeTags ?? []) all.delete(tag)
  return { status: status ?? before?.status ?? 'open', note: note ?? before?.note ?? '', tags: [...all].sort() }
}
