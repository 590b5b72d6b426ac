import { type Kysely, sql } from 'kysely'

/**
 * What was covered, by probe and hour of arrival. `stream_hour` assigns every sequence number of a stream to the hour in
 * which it first arrived and counts what became of these. `probe_silence` and `capture_loss` have rows only for what is
 * not well. No reference from `stream_hour` to the probe: the log may still hold events of one that was removed.
 * `coverage_start` is the instant before which nothing is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_hour (
      probe_id   integer        not null,
      stream     bytea          not null check (octet_length(stream) = 16),
      hour       timestamptz    not null check (extract(epoch from hour)::bigint % 3600 = 0),
      sequences  int8multirange not null,
      received   bigint         not null,
      indexed    bigint         not null,
      dead       bigint         not null,
      expired    bigint         not null,
      missing    bigint         not null,
      has_loss   boolean        not null,
      primary key (probe_id, stream, hour)
    ) with (fillfactor = 70)
  `.execute(db)
  // Hours with a loss are few; the flag changes seldom, so that counting on stays a heap-only update.
  await sql`create index stream_hour_loss_index on stream_hour (hour) where has_loss`.execute(db)
  await sql`create index stream_hour_hour_index on stream_hour using brin (hour)`.execute(db)
  await sql`alter table stream_ledger add column waiting_since timestamptz`.execute(db)

  await sql`
    alter table probe
      add column first_heard_at timestamptz,
      add column heard_at timestamptz
  `.execute(db)
  await sql`update probe set first_heard_at = created_at, heard_at = last_seen_at where last_seen_at is not null`.execute(
    db,
  )
  // The newest counters that the sensor told; a report may come without them.
  await sql`
    alter table probe_health
      add column capture_packets bigint,
      add column capture_dropped bigint
  `.execute(db)
  await sql`
    create table probe_silence (
      probe_id  integer     not null references probe (id),
      began_at  timestamptz not null,
      ended_at  timestamptz not null check (ended_at > began_at),
      primary key (probe_id, began_at)
    )
  `.execute(db)
  await sql`create index probe_silence_ended_at_index on probe_silence (ended_at)`.execute(db)
  await sql`
    create table capture_loss (
      probe_id  integer     not null references probe (id),
      hour      timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
      dropped   bigint      not null check (dropped > 0),
      primary key (hour, probe_id)
    )
  `.execute(db)

  await sql`
    create table coverage_start (
      is_only    boolean     primary key default true check (is_only),
      known_from timestamptz not null
    )
  `.execute(db)
  await sql`insert into coverage_start (known_from) values (now())`.execute(db)
  await sql`
    alter table setting
      add constraint setting_probe_silent_check check (
        name <> 'probe_silent_seconds' or (jsonb_typeof(value) = 'number' and value::numeric between 30 and 86400)
      )
  `.execute(db)
}
