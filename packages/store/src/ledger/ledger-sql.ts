import { type RawBuilder, sql } from 'kysely'
import type { StreamKey } from '../indexing/place-store.ts'

/** A set of sequence numbers, as an SQL expression. */
type Multirange = RawBuilder<unknown>

/**
 * Everything that has arrived. A crash may lose the gateway's `received` entry, but the later states prove the arrival.
 */
export const seen: Multirange = sql`(received + indexed + dead + expired)`

/** The number after the last that arrived. Cheaper than the end of `seen`, which would have to join the sets. */
export const streamEnd: RawBuilder<number> = sql`
  coalesce(greatest(upper(received), upper(indexed), upper(dead), upper(expired)), 0)
`

/** The number of elements. A single range, as in a healthy stream, is counted without unnesting. */
export function sequenceCount(set: Multirange): RawBuilder<number> {
  return sql`(case
    when isempty(${set}) then 0
    when multirange(range_merge(${set})) = ${set} then upper(${set}) - lower(${set})
    else (select sum(upper(part) - lower(part))::bigint from unnest(${set}) as part)
  end)`
}

/** The number of ranges. */
export function rangeCount(set: Multirange): RawBuilder<number> {
  return sql`(case
    when isempty(${set}) then 0
    when multirange(range_merge(${set})) = ${set} then 1
    else (select count(*)::integer from unnest(${set}))
  end)`
}

/** Streams as a table with two columns. */
export function streamTable(streams: readonly StreamKey[]): RawBuilder<unknown> {
  return sql`unnest(
    ${streams.map((each) => each.probeId)}::int[],
    ${streams.map((each) => each.stream)}::text[]
  )`
}

/** For this long after its last change, the announced end of a stream counts as on its way, not as missing. */
const settling = sql.lit('15 seconds')

/**
 * The account of every stream that matches the condition, as the table `account`: each number below `next_sequence` is
 * in `indexed`, `dead` or `expired`, or has arrived and is in none of them, or is coming, missing or abandoned. Sets
 * that are empty for most streams are not computed for those: there are thousands of streams, read every other second.
 */
export function accounts(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with arrived as materialized (
      select ledger.probe_id, probe.fqdn, ledger.stream, began_at, changed_at, folded_dead, folded_expired, told,
        indexed,
        case when isempty(dead) then dead else dead - indexed end as dead,
        case when isempty(expired) then expired else expired - indexed - dead end as expired,
        case when isempty(dead) and isempty(expired) then received + indexed else ${seen} end as seen,
        next_sequence as claimed
      from stream_ledger as ledger
      join probe on probe.id = ledger.probe_id and probe.deleted_at is null
      left join (
        select probe_id, stream, range_agg(int8range(first_sequence, last_sequence, '[]')) as told
        from stream_gap group by probe_id, stream
      ) as gap on gap.probe_id = ledger.probe_id and gap.stream = ledger.stream
      where ${condition}
    ), counted as materialized (
      select *, greatest(claimed, upper(seen)) as next_sequence, ${sequenceCount(sql`seen`)} as seen_count,
        case
          when changed_at > now() - interval ${settling} then coalesce(upper(seen), 0)
          else greatest(claimed, upper(seen))
        end as settled_below
      from arrived
    ), account as materialized (
      select *,
        case
          when told is null and seen_count = settled_below then '{}'
          else int8multirange(int8range(0, settled_below)) - seen - coalesce(told, '{}')
        end as missing,
        case
          when next_sequence = settled_below then '{}'
          else int8multirange(int8range(settled_below, next_sequence)) - coalesce(told, '{}')
        end as coming,
        case when told is null then '{}' else told - seen end as abandoned
      from counted
    )
  `
}

/** The counts of an account. */
export const countsOfAccount: RawBuilder<unknown> = sql`
  seen_count as "received",
  ${sequenceCount(sql`indexed`)} - folded_dead - folded_expired as "indexed",
  ${sequenceCount(sql`dead`)} + folded_dead as "deadLettered",
  ${sequenceCount(sql`expired`)} + folded_expired as "expired",
  ${sequenceCount(sql`coming`)} as "coming",
  ${sequenceCount(sql`missing`)} as "missing",
  ${sequenceCount(sql`abandoned`)} as "abandoned"
`
