import { type RawBuilder, sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'

/** An IP address and a day, for example `2026-11-14`: the clusters of its alerts of that day. */
export interface AddressDay {
  day: string
  ip: string
}

/** One with some of its hours. */
export interface AddressHours extends AddressDay {
  /** Bit n is the hour from n to n + 1. */
  hours: number
}

/** One that has to be counted again. */
export interface DueRecount extends AddressHours {
  /** Grows with every reason. */
  touch: number
}

/** How long clusters wait if so many of them do. */
export interface Patience {
  many: number
  seconds: number
}

/** The sort values of a cluster. Empty: before the first. */
export type RecountPosition = readonly (number | string)[]

/** What applies to all clusters. */
export interface ClusterRecount {
  /** Clusters are scored by this version of the risk policy, or by a newer one of their alerts. */
  policyVersion: number
  /** Present while all clusters are being queued. */
  after?: RecountPosition
}

/** How far clusters are behind. */
export interface RecountBacklog {
  count: number
  /** For how long the oldest one has waited. */
  oldestSeconds: number
  /** Whether all clusters are being queued. */
  isQueueing: boolean
}

/** All hours of a day. */
const allHours = 2 ** 24 - 1

export type ClusterRecountStore = ReturnType<typeof createClusterRecountStore>

/** The clusters that have to be counted again. */
export function createClusterRecountStore(store: Store) {
  const { db } = store

  return {
    /** Adds them, or gives those that are there another reason, and more hours. */
    async touch(days: readonly AddressHours[]): Promise<void> {
      if (days.length > 0) await touched(days).execute(db)
    },

    /**
     * Those that have waited longest. If there are many, a large change is under way and touches them again and again:
     * then only those that have waited for some time.
     */
    async due(limit: number, { many, seconds }: Patience): Promise<DueRecount[]> {
      const { rows } = await sql<DueRecount>`
        with waiting as (select count(*) from (select from cluster_recount limit ${many}) as first_ones)
        select day, ip, touch, hours from cluster_recount, waiting
        where waiting.count < ${many} or touched_at <= now() - make_interval(secs => ${seconds})
        order by touched_at limit ${limit}
      `.execute(db)
      return rows
    },

    /**
     * Removes what was counted, unless it was touched again since: that waits from now on. Returns false, and changes
     * nothing, if another leader has begun.
     */
    async remove(counted: readonly DueRecount[], term: number): Promise<boolean> {
      const { rows } = await sql`
        with counting as (select from cluster_counting where term = ${term} for share),
        locked as (
          select cluster_recount.day, cluster_recount.ip, cluster_recount.touch = counted.touch as is_done
          from counting, cluster_recount
          join unnest(
            ${counted.map(({ day }) => day)}::text[],
            ${counted.map(({ ip }) => ip)}::text[],
            ${counted.map(({ touch }) => touch)}::bigint[]
          ) as counted (day, ip, touch) using (day, ip)
          order by day, ip for update of cluster_recount
        ), removed as (
          delete from cluster_recount using locked
          where cluster_recount.day = locked.day and cluster_recount.ip = locked.ip and locked.is_done
        ), renewed as (
          update cluster_recount set touched_at = now() from locked
          where cluster_recount.day = locked.day and cluster_recount.ip = locked.ip and not locked.is_done
        )
        select from counting
      `.execute(db)
      return rows.length > 0
    },

    async backlog(): Promise<RecountBacklog> {
      const { rows } = await sql<RecountBacklog>`
        select
          count(*) as count,
          coalesce(extract(epoch from now() - min(touched_at)), 0)::float8 as "oldestSeconds",
          (select recount_after is not null from cluster_counting) as "isQueueing"
        from cluster_recount
      `.execute(db)
      return rows[0] as RecountBacklog
    },

    async current(): Promise<ClusterRecount> {
      const row = await db
        .selectFrom('cluster_counting')
        .select(['policy_version as policyVersion', 'recount_after as after'])
        .executeTakeFirstOrThrow()
      return { policyVersion: row.policyVersion, ...(row.after && { after: row.after }) }
    },

    /**
     * Adds some more of all clusters, and moves on to `next`; undefined if these are the last. Does nothing unless the
     * position is still `from`.
     */
    async queue(days: readonly AddressDay[], from: RecountPosition, next: RecountPosition | undefined): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('cluster_counting')
          .set({ recount_after: next ? JSON.stringify(next) : null })
          .where('recount_after', '=', sql<never>`${JSON.stringify(from)}::jsonb`)
          .executeTakeFirst()
        const whole = days.map((each) => ({ ...each, hours: allHours }))
        if (numUpdatedRows > 0n && days.length > 0) await touched(whole).execute(trx)
      })
    },

    /** Has all clusters counted again, from the beginning also if that is in progress, by the newest policy. */
    request(origin: AuditOrigin): Promise<number> {
      return auditedChange(store, origin, async (trx) => {
        const before = await trx
          .selectFrom('cluster_counting')
          .select('policy_version')
          .forUpdate()
          .executeTakeFirstOrThrow()
        const { version } = await trx
          .selectFrom('risk_policy')
          .select((each) => each.fn.max('version').as('version'))
          .executeTakeFirstOrThrow()
        await trx.updateTable('cluster_counting').set({ policy_version: version, recount_after: '[]' }).execute()
        const after = { policy_version: version }
        return { result: version, audit: { action: 'cluster.recount', object: 'clusters', before, after } }
      })
    },
  }
}

/** Rows are locked in key order to avoid deadlocks. */
function touched(days: readonly AddressHours[]): RawBuilder<unknown> {
  return sql`
    insert into cluster_recount (day, ip, hours)
    select day, ip, bit_or(hours)
    from unnest(
      ${days.map(({ day }) => day)}::text[],
      ${days.map(({ ip }) => ip)}::text[],
      ${days.map(({ hours }) => hours)}::integer[]
    ) as touched (day, ip, hours)
    group by day, ip order by day, ip
    on conflict (day, ip) do update set
      touch = cluster_recount.touch + 1,
      hours = cluster_recount.hours | excluded.hours
  `
}
