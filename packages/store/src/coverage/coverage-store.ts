import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../connect-store.ts'
import { seen } from '../ledger-sql.ts'

/** Of which time, and of which probe if not of all. */
export interface CoverageWish {
  from: Date
  to: Date
  probeId?: number | undefined
  /** A probe that was not heard of for longer than this is silent. */
  silentSeconds: number
}

/** What happened to the events of a probe that arrived in one hour. */
export interface CoveredHour {
  probeId: number
  hour: Date
  received: number
  indexed: number
  deadLettered: number
  /** The log dropped them before they were read. */
  expired: number
  missing: number
  /** Accepted and not indexed for longer than that should take. */
  late: number
}

/** A span in which nothing was heard of a probe. */
export interface ProbeSilence {
  probeId: number
  from: Date
  /** The present while it lasts. */
  to: Date
  isOpen: boolean
}

/** What is known of a time that is not as it should be. */
export interface CoverageRows {
  at: Date
  /** Nothing is known of what was before. */
  knownFrom: Date
  /** How many probes there were. */
  probes: number
  /** Those with a row below, and the one that was asked for. */
  names: Map<number, { fqdn: string; isRemoved: boolean; from: Date; to: Date | null }>
  hours: CoveredHour[]
  silences: ProbeSilence[]
  losses: Array<{ probeId: number; hour: Date; dropped: number }>
  /** There are more rows than were read; the newest were. */
  isTruncated: boolean
}

/** Events that are accepted should be indexed within this time. */
const settling = sql.lit('15 seconds')
/** The most rows of a kind that are read. */
const MOST_ROWS = 100_000

export type CoverageStore = ReturnType<typeof createCoverageStore>

/** What was covered, by probe and hour. It has rows of removed probes too. */
export function createCoverageStore({ db, now }: Store) {
  return {
    /** All hours of the probe that is asked for; of a fleet only those in which something is not as it should be. */
    read: (wish: CoverageWish): Promise<CoverageRows> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          // Compiling the expressions takes longer than evaluating them.
          await sql`set local jit = off`.execute(trx)
          const { rows: starts } = await sql<{ at: Date; knownFrom: Date; probes: number }>`
            select ${now()} as at, known_from as "knownFrom",
              (select count(*) from probe where ${expected(wish)}) as probes
            from coverage_start
          `.execute(trx)
          const [start] = starts
          if (!start) throw new Error('the start of the coverage is not known')
          const { rows: hours } = await sql<CoveredHour>`${hoursOf(wish, now())}`.execute(trx)
          const { rows: silences } = await sql<ProbeSilence>`${silencesOf(wish, now())}`.execute(trx)
          const { rows: losses } = await sql<CoverageRows['losses'][number]>`
            select probe_id as "probeId", hour, dropped from capture_loss
            where ${inRange(wish)} and ${ofProbe(wish)} order by hour desc limit ${MOST_ROWS}
          `.execute(trx)
          const ids = new Set([...hours, ...silences, ...losses].map(({ probeId }) => probeId))
          if (wish.probeId !== undefined) ids.add(wish.probeId)
          const named = await trx
            .selectFrom('probe')
            .select(['id', 'fqdn', 'first_heard_at', 'created_at', 'deleted_at'])
            .where(sql<boolean>`id = any(${[...ids]})`)
            .execute()
          return {
            ...start,
            hours,
            silences,
            losses,
            names: new Map(
              named.map(({ id, fqdn, first_heard_at, created_at, deleted_at }) => [
                id,
                { fqdn, isRemoved: deleted_at !== null, from: first_heard_at ?? created_at, to: deleted_at },
              ]),
            ),
            isTruncated: [hours, silences, losses].some((list) => list.length >= MOST_ROWS),
          }
        }),

    /** Forgets what was before, since the events of that time are removed. Nothing is known of it from then on. */
    async removeBefore(instant: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await sql`update coverage_start set known_from = greatest(known_from, ${instant})`.execute(trx)
        const whole = sql`hour < date_trunc('hour', ${instant}::timestamptz, 'UTC')`
        await sql`delete from stream_hour where ${whole}`.execute(trx)
        await sql`delete from capture_loss where ${whole}`.execute(trx)
        await sql`delete from probe_silence where ended_at < ${instant}`.execute(trx)
      })
    },
  }
}

const inRange = ({ from, to }: CoverageWish) =>
  sql`hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') and hour < ${to}`

const ofProbe = ({ probeId }: CoverageWish, column = 'probe_id') =>
  probeId === undefined ? sql`true` : sql`${sql.ref(column)} = ${probeId}`

/** Probes that were heard of before the end and not removed before the beginning. */
const expected = (wish: CoverageWish) => sql`
  first_heard_at < ${wish.to} and (deleted_at is null or deleted_at > ${wish.from}) and ${ofProbe(wish, 'id')}
`

/**
 * Hours with a loss, found by their index; hours in which something is late, of streams in which something waits; and
 * the ends of streams that were announced and never came, which have no later neighbour.
 */
function hoursOf(wish: CoverageWish, now: RawBuilder<Date>): RawBuilder<unknown> {
  const isLate = sql`waiting_since < ${now} - interval ${settling}`
  const columns = sql`hour.probe_id, hour.hour, received, indexed, dead, expired, missing`
  const source =
    wish.probeId === undefined
      ? sql`
          select ${columns}, 0::bigint as late from stream_hour as hour where has_loss and ${inRange(wish)}
          union all
          select hour.probe_id, hour.hour, 0, 0, 0, 0, 0, hour.received - hour.indexed - hour.dead - hour.expired
          from stream_ledger as ledger join stream_hour as hour using (probe_id, stream)
          where ${isLate} and ${inRange(wish)} and hour.received > hour.indexed + hour.dead + hour.expired
        `
      : sql`
          select hour.probe_id, hour.hour, hour.received, hour.indexed, hour.dead, hour.expired, hour.missing,
            case when ${isLate} then hour.received - hour.indexed - hour.dead - hour.expired else 0 end as late
          from stream_hour as hour left join stream_ledger as ledger using (probe_id, stream)
          where hour.probe_id = ${wish.probeId} and ${inRange(wish)}
        `
  return sql`
    select probe_id as "probeId", hour, sum(received)::bigint as received, sum(indexed)::bigint as indexed,
      sum(dead)::bigint as "deadLettered", sum(expired)::bigint as expired, sum(missing)::bigint as missing,
      sum(late)::bigint as late
    from (
      ${source}
      union all
      select probe_id, hour, 0, 0, 0, 0, announced, 0
      from (
        select probe_id, date_trunc('hour', changed_at, 'UTC') as hour,
          next_sequence - coalesce(upper(${seen}), 0) as announced
        from stream_ledger
        where changed_at < ${now} - interval ${settling} and next_sequence > coalesce(upper(${seen}), 0)
      ) as ending
      where ${inRange(wish)} and ${ofProbe(wish)}
    ) as hours
    group by probe_id, hour
    order by hour desc, probe_id
    limit ${MOST_ROWS}
  `
}

/** Those that have ended, and those that last. */
function silencesOf(wish: CoverageWish, now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`
    select "probeId", "from", "to", "isOpen" from (
      select probe_id as "probeId", began_at as "from", ended_at as "to", false as "isOpen"
      from probe_silence
      where ended_at > ${wish.from} and ${ofProbe(wish)}
      union all
      select id, greatest(heard_at, reported_at), least(${now}, deleted_at), deleted_at is null
      from probe left join probe_health on probe_id = id
      where ${ofProbe(wish, 'id')} and first_heard_at is not null
        and least(${now}, deleted_at) - greatest(heard_at, reported_at) > make_interval(secs => ${wish.silentSeconds})
    ) as silence
    where "from" < ${wish.to} and "to" > ${wish.from}
    order by "from" desc
    limit ${MOST_ROWS}
  `
}
