import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { rangeCount, seen, sequenceCount } from './ledger-sql.ts'
import type { StreamKey } from '../indexing/place-store.ts'
import { multirangeText, type SequenceRange } from './sequence-ranges.ts'

/** The fate of sequence numbers of one stream that arrived in the same hour. */
export interface LedgerEntry extends StreamKey {
  /** Any instant of the hour of arrival; defaults to the current hour. */
  arrivedAt?: Date | undefined
  received?: readonly SequenceRange[]
  indexed?: readonly SequenceRange[]
  dead?: readonly SequenceRange[]
  expired?: readonly SequenceRange[]
}

/** The number of ranges that the sequence numbers of a stream form. */
export interface EnteredStream extends StreamKey {
  seen: number
  /** The ranges of dead letters and expired events. */
  folding: number
}

/**
 * Enters the fate of sequence numbers into the ledger and counts them in the hours of their first arrival. Only numbers
 * that are new to the ledger are counted, in the same transaction, so that repeated entries are idempotent. Returns the
 * streams with more than `ranges` ranges.
 */
export async function enterSequences(
  { now }: Pick<Store, 'now'>,
  trx: Transaction<Database>,
  entries: readonly LedgerEntry[],
  ranges: number,
): Promise<EnteredStream[]> {
  await lockStreams(trx, entries)
  const { rows } = await sql<EnteredStream>`
    with ${inputOf(entries, now())}, ${changes}, entered as (
      update stream_ledger as ledger set
        received = change.received,
        indexed = change.indexed,
        dead = change.dead,
        expired = change.expired,
        waiting_since = case
          when change.received <@ (change.indexed + change.dead + change.expired) then null
          else coalesce(ledger.waiting_since, ${now()})
        end,
        changed_at = ${now()}
      from change
      where ledger.probe_id = change.probe_id and ledger.stream = change.stream
      returning ledger.*
    ), counted as (
      select probe_id, stream, ${rangeCount(seen)} as seen,
        ${rangeCount(sql`dead`)} + ${rangeCount(sql`expired`)} as folding
      from entered
    ), ${hours}, written as (${writeHours})
    select probe_id as "probeId", encode(stream, 'hex') as stream, seen, folding
    from counted where seen > ${ranges} or folding > ${ranges}
  `.execute(trx)
  return rows
}

/**
 * Inserts missing streams and locks all of them, in key order to avoid deadlocks. This is a separate statement, so that
 * the next one sees every hour that others counted before it got the locks. The condition is always false: it locks the
 * row without writing it.
 */
async function lockStreams(trx: Transaction<Database>, entries: readonly StreamKey[]): Promise<void> {
  await sql`
    insert into stream_ledger as ledger (probe_id, stream)
    select distinct probe, decode(name, 'hex')
    from unnest(
      ${entries.map((each) => each.probeId)}::int[],
      ${entries.map((each) => each.stream)}::text[]
    ) as new (probe, name)
    order by 1, 2
    on conflict (probe_id, stream) do update set changed_at = ledger.changed_at where false
  `.execute(trx)
}

/** The entries as the table `input`. */
function inputOf(entries: readonly LedgerEntry[], now: RawBuilder<Date>): RawBuilder<unknown> {
  const texts = (kind: 'received' | 'indexed' | 'dead' | 'expired') =>
    entries.map((each) => multirangeText(each[kind] ?? []))
  return sql`given as materialized (
    select probe as probe_id, decode(name, 'hex') as stream, date_trunc('hour', coalesce(at, ${now}), 'UTC') as hour,
      new.received::int8multirange as received, new.indexed::int8multirange as indexed,
      new.dead::int8multirange as dead, new.expired::int8multirange as expired
    from unnest(
      ${entries.map((each) => each.probeId)}::int[],
      ${entries.map((each) => each.stream)}::text[],
      ${entries.map((each) => each.arrivedAt ?? null)}::timestamptz[],
      ${texts('received')}::text[],
      ${texts('indexed')}::text[],
      ${texts('dead')}::text[],
      ${texts('expired')}::text[]
    ) as new (probe, name, at, received, indexed, dead, expired)
  ), input as materialized (
    select *, received + indexed + dead + expired as arrived,
      coalesce(range_agg(received + indexed + dead + expired) over earlier, '{}') as arrived_before
    from given
    window earlier as (partition by probe_id, stream order by hour rows between unbounded preceding and 1 preceding)
  )`
}

const gaps = (set: RawBuilder<unknown>) =>
  sql`(case when isempty(${set}) then '{}' else int8multirange(int8range(0, upper(${set}))) - ${set} end)`

/** The sets of each stream before and after, as the table `change`, and the gaps that opened or closed, as `gap`. */
const changes: RawBuilder<unknown> = sql`change as materialized (
  select *, seen_before + arrived as seen,
    indexed - indexed_before as newly_indexed,
    dead - indexed as dead_now, dead_before - indexed_before as dead_then,
    expired - indexed - dead as expired_now, expired_before - indexed_before - dead_before as expired_then,
    ${gaps(sql`(seen_before + arrived)`)} as gaps_now, ${gaps(sql`seen_before`)} as gaps_then
  from (
    select ledger.probe_id, ledger.stream, new.since, new.arrived,
      ledger.indexed as indexed_before, ledger.dead as dead_before, ledger.expired as expired_before,
      ledger.received + ledger.indexed + ledger.dead + ledger.expired as seen_before,
      ledger.received + new.received as received, ledger.indexed + new.indexed as indexed,
      ledger.dead + new.dead as dead, ledger.expired + new.expired as expired
    from stream_ledger as ledger
    join (
      select probe_id, stream, min(hour) as since, range_agg(arrived) as arrived, range_agg(received) as received,
        range_agg(indexed) as indexed, range_agg(dead) as dead, range_agg(expired) as expired
      from input group by probe_id, stream
    ) as new on new.probe_id = ledger.probe_id and new.stream = ledger.stream
  ) as sets
), gap as materialized (
  select probe_id, stream, part, sign
  from change
  cross join lateral (
    (select unnest(gaps_now) as part, 1 as sign except select unnest(gaps_then), 1)
    union all
    (select unnest(gaps_then), -1 except select unnest(gaps_now), -1)
  ) as gap
  where gaps_now <> gaps_then
)`

/**
 * The hours of the changed numbers, as the table `hours`: those since the first hour of the entries, and older ones
 * only if these do not cover every changed number. A stream has a row for each hour of its life.
 */
const hours: RawBuilder<unknown> = sql`wanted as materialized (
  select probe_id, stream, since,
    newly_indexed + (dead_now - dead_then) + (dead_then - dead_now) + (expired_now - expired_then)
      + (expired_then - expired_now) + coalesce(neighbours, '{}') - (arrived - seen_before) as sequences
  from change
  left join (
    select probe_id, stream, range_agg(
      int8multirange(int8range(greatest(lower(part) - 1, 0), lower(part)), int8range(upper(part), upper(part) + 1))
    ) as neighbours
    from gap group by probe_id, stream
  ) as gap using (probe_id, stream)
), recent as materialized (
  select probe_id, stream, hour, stream_hour.sequences
  from wanted join stream_hour using (probe_id, stream) where hour >= since
), older as materialized (
  select probe_id, stream, hour, stream_hour.sequences
  from wanted
  left join (
    select probe_id, stream, range_agg(sequences) as sequences from recent group by probe_id, stream
  ) as covered using (probe_id, stream)
  join stream_hour using (probe_id, stream)
  where hour < since and not wanted.sequences <@ coalesce(covered.sequences, '{}')
), hours as materialized (
  select probe_id, stream, hour, range_agg(sequences) as sequences,
    coalesce(range_agg(sequences) filter (where is_new), '{}') as new_sequences
  from (
    select *, false as is_new from recent
    union all select *, false from older
    union all
    select probe_id, stream, hour, input.arrived - seen_before - arrived_before, true
    from input join change using (probe_id, stream)
  ) as each_hour
  group by probe_id, stream, hour
), gap_hours as (
  select probe_id, stream, hour, sum(sequences)::bigint as missing
  from (
    select probe_id, stream, min(hour) as hour, sign * (upper(part) - lower(part)) as sequences
    from gap join hours using (probe_id, stream)
    where hours.sequences @> upper(part) or hours.sequences @> (lower(part) - 1)
    group by probe_id, stream, part, sign
  ) as placed
  group by probe_id, stream, hour
)`

const countIn = (set: RawBuilder<unknown>) => sequenceCount(sql`(hours.sequences * ${set})`)

/** Adds the changes to the hours. A missing number counts in the earlier of its two neighbours' hours. */
const writeHours: RawBuilder<unknown> = sql`
  insert into stream_hour as hour (
    probe_id, stream, hour, sequences, received, indexed, dead, expired, missing, has_loss
  )
  select *, dead > 0 or expired > 0 or missing > 0
  from (
    select probe_id, stream, hour, new_sequences, ${sequenceCount(sql`new_sequences`)} as received,
      ${countIn(sql`newly_indexed`)} as indexed,
      ${countIn(sql`(dead_now - dead_then)`)} - ${countIn(sql`(dead_then - dead_now)`)} as dead,
      ${countIn(sql`(expired_now - expired_then)`)} - ${countIn(sql`(expired_then - expired_now)`)} as expired,
      coalesce(missing, 0) as missing
    from hours
    join change using (probe_id, stream)
    left join gap_hours using (probe_id, stream, hour)
  ) as delta
  where received <> 0 or indexed <> 0 or dead <> 0 or expired <> 0 or missing <> 0
  on conflict (probe_id, stream, hour) do update set
    sequences = hour.sequences + excluded.sequences,
    received = hour.received + excluded.received,
    indexed = hour.indexed + excluded.indexed,
    dead = hour.dead + excluded.dead,
    expired = hour.expired + excluded.expired,
    missing = hour.missing + excluded.missing,
    has_loss = hour.dead + excluded.dead > 0 or hour.expired + excluded.expired > 0
      or hour.missing + excluded.missing > 0
  returning 1
`
