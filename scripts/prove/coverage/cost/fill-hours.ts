import { sql } from 'kysely'
import type { Store } from '@watchpost/store'
import { HOUR_MS } from '../hour.ts'

const PER_HOUR = 3_600

export interface FilledHours {
  first: number
  probes: number
  days: number
  /** The end of the last hour. */
  until: number
}

/**
 * Writes coverage for many probes and days as it would be after that time: one row per hour and probe. One in a hundred
 * has a loss, one in two hundred dropped packets, and every probe was silent once in ten days.
 */
export async function fillHours({ db }: Store, { first, probes, days, until }: FilledHours): Promise<void> {
  const end = new Date(until)
  const begin = new Date(until - days * 24 * HOUR_MS)
  // Keeps all probes from being silent during the measurement.
  const heard = new Date(until + 4 * HOUR_MS)
  const ids = sql`generate_series(${sql.lit(first)}, ${sql.lit(first + probes - 1)}) as probe (id)`
  const stream = sql`decode(md5('coverage ' || id), 'hex')`
  await sql`
    insert into probe (id, fqdn, created_at, first_heard_at, heard_at, last_seen_at)
    select id, 'filled-' || id || '.example.test', ${begin}, ${begin}, ${heard}, ${end} from ${ids}
  `.execute(db)
  await sql`
    insert into stream_ledger (probe_id, stream, received, indexed, next_sequence, changed_at)
    select id, ${stream}, all_of_it, all_of_it, upper(all_of_it), ${end}
    from ${ids}, lateral (
      select int8multirange(int8range(0, ${sql.lit(days * 24 * PER_HOUR)}::bigint)) as all_of_it
    ) as numbers
  `.execute(db)
  await sql`update coverage_start set known_from = ${begin}`.execute(db)
  for (let day = 0; day < days; day++) {
    const hours = sql`generate_series(${sql.lit(day * 24)}, ${sql.lit(day * 24 + 23)}) as passed (hour)`
    await sql`
      insert into stream_hour (
        probe_id, stream, hour, sequences, received, indexed, dead, expired, missing, has_loss
      )
      select id, ${stream}, ${begin}::timestamptz + make_interval(hours => passed.hour),
        int8multirange(int8range(passed.hour * 3600::bigint, (passed.hour + 1) * 3600::bigint)),
        3600 - lost, 3600 - lost, 0, 0, lost, lost > 0
      from ${ids}, ${hours}, lateral (
        select case when (id * 31 + passed.hour * 17) % 100 = 0 then 12 else 0 end as lost
      ) as losses
    `.execute(db)
    await sql`
      insert into capture_loss (probe_id, hour, dropped)
      select id, ${begin}::timestamptz + make_interval(hours => passed.hour), 7
      from ${ids}, ${hours} where (id * 13 + passed.hour * 7) % 200 = 0
    `.execute(db)
    await sql`
      insert into probe_silence (probe_id, began_at, ended_at)
      select id, at, at + interval '10 minutes'
      from ${ids}, lateral (
        select ${begin}::timestamptz + make_interval(days => ${day}, mins => id % 1400) as at
      ) as begun
      where (id + ${day}) % 10 = 0
    `.execute(db)
  }
  for (const table of ['stream_hour', 'stream_ledger', 'capture_loss', 'probe_silence', 'probe'])
    await sql.raw(`vacuum (analyze) ${table}`).execute(db)
  // In thirty days of operation this would have been written to disk gradually.
  await sql`checkpoint`.execute(db)
}

/** Rows and bytes of the coverage tables, including indexes. */
export async function sizeOfCoverage({ db }: Store): Promise<{ rows: number; bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select (
        (select count(*) from stream_hour) + (select count(*) from capture_loss) + (select count(*) from probe_silence)
      )::float8 as rows,
      (
        pg_total_relation_size('stream_hour') + pg_total_relation_size('capture_loss')
        + pg_total_relation_size('probe_silence')
      )::float8 as bytes
  `.execute(db)
  return rows[0] ?? { rows: 0, bytes: 0 }
}
