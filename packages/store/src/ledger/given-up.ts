import { type RawBuilder, sql } from 'kysely'
import { seen, sequenceCount, streamEnd } from './ledger-sql.ts'

/** The unsent events of a removed probe can never arrive. */
export const isOfRemovedProbe: RawBuilder<boolean> = sql`probe_id in (select id from probe where deleted_at is not null)`

const gapPart = sql`(told * int8multirange(part))`
const newTail = sql`(tail - case when is_settled then announced else '{}' end)`

/**
 * Events that probes gave up, in the hours in which they are missing, as probe_id, hour, missing and given_up. Gaps
 * between arrived numbers are already counted as missing. Numbers after the last arrival are already counted only up to
 * the announced end: the rest is counted here, in the hour of the last change. Few streams have any.
 */
export function givenUp(isSettled: RawBuilder<unknown>): RawBuilder<unknown> {
  const told = sql`
    select probe_id, stream, range_agg(int8range(first_sequence, last_sequence, '[]')) as told
    from stream_gap group by probe_id, stream
  `
  return sql`
    select ledger.probe_id, placed.hour, 0::bigint as missing, ${sequenceCount(gapPart)} as given_up
    from (${told}) as gap
    join stream_ledger as ledger using (probe_id, stream)
    cross join lateral unnest(int8multirange(int8range(0, ${streamEnd})) - ${seen}) as part
    cross join lateral (
      select min(hours.hour) as hour
      from stream_hour as hours
      where hours.probe_id = ledger.probe_id and hours.stream = ledger.stream
        and (hours.sequences @> upper(part) or hours.sequences @> (lower(part) - 1))
    ) as placed
    where told && part and placed.hour is not null
    union all
    select probe_id, date_trunc('hour', changed_at, 'UTC'), ${sequenceCount(newTail)}, ${sequenceCount(sql`tail`)}
    from (
      select ledger.probe_id, changed_at, ${isSettled} as is_settled,
        told * int8multirange(int8range(${streamEnd}, null)) as tail,
        case
          when next_sequence > ${streamEnd} then int8multirange(int8range(${streamEnd}, next_sequence)) else '{}'
        end as announced
      from (${told}) as gap
      join stream_ledger as ledger using (probe_id, stream)
    ) as ending
    where not isempty(tail)
  `
}
