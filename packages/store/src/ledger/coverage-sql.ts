import { type RawBuilder, sql } from 'kysely'
import type { CoverageWish } from './coverage-store.ts'
import { givenUp, isOfRemovedProbe } from './given-up.ts'
import { streamEnd } from './ledger-sql.ts'

/** Accepted events should be indexed within this time. */
const settling = sql.lit('15 seconds')
/** Limit of rows per kind. */
export const MOST_ROWS = 100_000

/** Whether the announced end of a stream should have arrived by now. */
const isSettled = (now: RawBuilder<Date>) => sql`changed_at < ${now} - interval ${settling}`

/** Hours that overlap the range. */
export const inRange = ({ from, to }: Pick<CoverageWish, 'from' | 'to'>) =>
  sql`hour >= date_trunc('hour', ${from}::timestamptz, 'UTC') and hour < ${to}`

export const ofProbe = ({ probeId }: CoverageWish, column = 'probe_id') =>
  probeId === undefined ? sql`true` : sql`${sql.ref(column)} = ${probeId}`

/** Probes with a first contact before the end of the range, and not removed before its start. */
export const expected = (wish: CoverageWish) => sql`
  first_heard_at < ${wish.to} and (deleted_at is null or deleted_at > ${wish.from}) and ${ofProbe(wish, 'id')}
`

/**
 * Hours with a loss, from their index alone; hours with late events, of streams with waiting events; and announced ends
 * of streams that never arrived, which have no later neighbour. Only for a single probe are all hours read, with the
 * number of received events.
 */
export function hoursOf(wish: CoverageWish, now: RawBuilder<Date>): RawBuilder<unknown> {
  const isLate = sql`waiting_since < ${now} - interval ${settling}`
  const arrived =
    wish.probeId === undefined ? sql`` : sql`sum(received)::bigint as received, sum(indexed)::bigint as indexed,`
  const source =
    wish.probeId === undefined
      ? sql`
          select probe_id, hour, 0::bigint as received, 0::bigint as indexed, dead, expired, missing,
            0::bigint as late, 0::bigint as given_up
          from stream_hour where has_loss and ${inRange(wish)}
          union all
          select hour.probe_id, hour.hour, 0, 0, 0, 0, 0, hour.received - hour.indexed - hour.dead - hour.expired, 0
          from stream_ledger as ledger join stream_hour as hour using (probe_id, stream)
          where ${isLate} and ${inRange(wish)} and hour.received > hour.indexed + hour.dead + hour.expired
        `
      : sql`
          select hour.probe_id, hour.hour, hour.received, hour.indexed, hour.dead, hour.expired, hour.missing,
            case when ${isLate} then hour.received - hour.indexed - hour.dead - hour.expired else 0 end as late,
            0::bigint as given_up
          from stream_hour as hour left join stream_ledger as ledger using (probe_id, stream)
          where hour.probe_id = ${wish.probeId} and ${inRange(wish)}
        `
  return sql`
    select probe_id as "probeId", hour, ${arrived}
      sum(dead)::bigint as "deadLettered", sum(expired)::bigint as expired, sum(missing)::bigint as missing,
      sum(late)::bigint as late,
      least(sum(missing), case when ${isOfRemovedProbe} then sum(missing) else sum(given_up) end)::bigint as "givenUp"
    from (
      ${source}
      union all
      select probe_id, hour, 0, 0, 0, 0, missing, 0, given_up
      from (${givenUp(isSettled(now))}) as given where ${inRange(wish)} and ${ofProbe(wish)}
      union all
      select probe_id, hour, 0, 0, 0, 0, announced, 0, 0
      from (
        select probe_id, date_trunc('hour', changed_at, 'UTC') as hour,
          next_sequence - ${streamEnd} as announced
        from stream_ledger
        where ${isSettled(now)} and next_sequence > ${streamEnd}
      ) as ending
      where ${inRange(wish)} and ${ofProbe(wish)}
    ) as hours
    group by probe_id, hour
    order by hour desc, probe_id
    limit ${MOST_ROWS}
  `
}

/** Past and ongoing silences. */
export function silencesOf(wish: CoverageWish, now: RawBuilder<Date>): RawBuilder<unknown> {
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

/** Like the hours of a fleet, but summed over probes and including events that only wait for a moment. */
export function figuresByHour(now: RawBuilder<Date>): RawBuilder<unknown> {
  const isLate = sql`waiting_since < ${now} - interval ${settling}`
  return sql`
    select hour, sum(waiting)::bigint as waiting, sum(late)::bigint as late, sum(missing)::bigint as missing,
      sum(dead)::bigint as "deadLettered", sum(expired)::bigint as expired, sum(dropped)::bigint as dropped,
      least(sum(missing), sum(case when ${isOfRemovedProbe} then missing else given_up end))::bigint as "givenUp"
    from (
      select probe_id, hour, 0 as waiting, 0 as late, missing, dead, expired, 0 as dropped, 0::bigint as given_up
      from stream_hour where has_loss
      union all
      select probe_id, hour, open, case when ${isLate} then open else 0 end, 0, 0, 0, 0, 0
      from stream_ledger
      join (
        select probe_id, stream, hour, received - indexed - dead - expired as open from stream_hour
      ) as each_hour using (probe_id, stream)
      where waiting_since is not null and open > 0
      union all
      select probe_id, hour, case when is_settled then 0 else announced end, 0,
        case when is_settled then announced else 0 end, 0, 0, 0, 0
      from (
        select probe_id, date_trunc('hour', changed_at, 'UTC') as hour, ${isSettled(now)} as is_settled,
          next_sequence - ${streamEnd} as announced
        from stream_ledger where next_sequence > ${streamEnd}
      ) as ending
      union all
      select probe_id, hour, 0, 0, missing, 0, 0, 0, given_up from (${givenUp(isSettled(now))}) as given
      union all
      select probe_id, hour, 0, 0, 0, 0, 0, dropped, 0 from capture_loss
    ) as figures
    group by hour
    order by hour
  `
}
