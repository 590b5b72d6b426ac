import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'

/** The last health report of a probe. */
export interface ReportedHealth {
  report: unknown
  reportedAt: Date
}

/** The contacts of a probe since they were last recorded. */
export interface Hearing {
  probeId: number
  /** Age of the first and of the last contact. */
  firstAgeMs: number
  lastAgeMs: number
}

/** A report, with what is needed to detect a silence. */
export interface NewReport {
  probeId: number
  report: { capture?: { packets: number; dropped: number } | null }
  /** Age of the last events that are not recorded yet. */
  heardAgeMs?: number | undefined
  /** A probe without contact for longer than this was silent. */
  silentSeconds: number
}

export type ProbeHealthStore = ReturnType<typeof createProbeHealthStore>

export function createProbeHealthStore({ db, now }: Store) {
  const ago = (ms: number) => sql<Date>`(${now()} - make_interval(secs => ${ms / 1_000}))`

  return {
    /**
     * Stores the newest report of a probe. Also records the silence that the report ends and the packets that the
     * sensor dropped since the previous report, once even if the report is repeated. The first counters of a sensor are
     * only a baseline; lower counters than before mean a reset to zero.
     */
    async report({ probeId, report, heardAgeMs = 0, silentSeconds }: NewReport): Promise<void> {
      const { packets = null, dropped = null } = report.capture ?? {}
      const heard = ago(heardAgeMs)
      // The insert joins the previous row, which forces the database to read it first.
      await sql`
        with before as materialized (
          select reported_at, capture_packets as packets, capture_dropped as dropped
          from probe_health where probe_id = ${probeId} for update
        ), reported as (
          insert into probe_health as health (probe_id, report, reported_at, capture_packets, capture_dropped)
          select ${probeId}::int, ${JSON.stringify(report)}::jsonb, ${now()}, ${packets}::bigint, ${dropped}::bigint
          from (select) as one left join before on true
          on conflict (probe_id) do update set
            report = excluded.report,
            reported_at = excluded.reported_at,
            capture_packets = coalesce(excluded.capture_packets, health.capture_packets),
            capture_dropped = coalesce(excluded.capture_dropped, health.capture_dropped)
        ), silence as (
          insert into probe_silence (probe_id, began_at, ended_at)
          select id, greatest(heard_at, reported_at), ${heard}
          from probe left join before on true
          where id = ${probeId} and ${heard} - greatest(heard_at, reported_at) > make_interval(secs => ${silentSeconds})
          on conflict do nothing
        ), lost as (
          insert into capture_loss as loss (probe_id, hour, dropped)
          select ${probeId}::int, date_trunc('hour', ${now()}, 'UTC'), since
          from before cross join lateral (
            select case
              when ${packets}::bigint < packets or ${dropped}::bigint < dropped then ${dropped}::bigint
              else ${dropped}::bigint - dropped
            end as since
          ) as counted
          where since > 0
          on conflict (hour, probe_id) do update set dropped = loss.dropped + excluded.dropped
        )
        update probe set first_heard_at = ${heard} where id = ${probeId} and first_heard_at is null
      `.execute(db)
    },

    /** By probe. */
    async list(): Promise<Map<number, ReportedHealth>> {
      const rows = await db.selectFrom('probe_health').select(['probe_id', 'report', 'reported_at']).execute()
      return new Map(rows.map(({ probe_id, report, reported_at }) => [probe_id, { report, reportedAt: reported_at }]))
    },

    async find(probeId: number): Promise<ReportedHealth | 'absent'> {
      const row = await db
        .selectFrom('probe_health')
        .select(['report', 'reported_at as reportedAt'])
        .where('probe_id', '=', probeId)
        .executeTakeFirst()
      return row ?? 'absent'
    },

    /** Records a contact of these probes now. */
    async touch(probeIds: readonly number[]): Promise<void> {
      if (probeIds.length === 0) return
      // Lock rows in key order to avoid deadlocks. Use the weakest lock that suffices, because other transactions
      // insert rows that refer to a probe at the same time, in other orders.
      await sql`
        update probe set last_seen_at = ${now()}
        where id in (select id from probe where id = any(${[...probeIds]}) order by id for no key update)
      `.execute(db)
    },

    /** Records when events of these probes arrived, one entry per probe, and the silence that this ended. */
    async hear(hearings: readonly Hearing[], silentSeconds: number): Promise<void> {
      if (hearings.length === 0) return
      await sql`
        with heard as materialized (
          select probe.id, heard_at,
            ${now()} - make_interval(secs => new.first_age) as first, ${now()} - make_interval(secs => new.last_age) as last
          from probe
          join unnest(
            ${hearings.map(({ probeId }) => probeId)}::int[],
            ${hearings.map(({ firstAgeMs }) => firstAgeMs / 1_000)}::float8[],
            ${hearings.map(({ lastAgeMs }) => lastAgeMs / 1_000)}::float8[]
          ) as new (id, first_age, last_age) on new.id = probe.id
          order by probe.id for no key update of probe
        ), silence as (
          insert into probe_silence (probe_id, began_at, ended_at)
          select id, greatest(heard_at, reported_at), first
          from heard left join probe_health on probe_id = id
          where first - greatest(heard_at, reported_at) > make_interval(secs => ${silentSeconds})
          on conflict do nothing
        )
        update probe set
          last_seen_at = ${now()},
          heard_at = greatest(probe.heard_at, last),
          first_heard_at = coalesce(probe.first_heard_at, first)
        from heard where heard.id = probe.id
      `.execute(db)
    },
  }
}
