import { type Kysely, sql } from 'kysely'

/**
 * How often the time of a probe's events was set to their arrival, and the last time that it claimed: kept as text, since
 * it may be any. The settings are the bounds of such times.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table probe_clock (
      probe_id       integer     primary key references probe (id),
      ahead_events   bigint      not null default 0 check (ahead_events >= 0),
      old_events     bigint      not null default 0 check (old_events >= 0),
      last_claimed   text        not null check (length(last_claimed) between 1 and 64),
      last_received  timestamptz not null
    )
  `.execute(db)
  await sql`
    alter table setting
      add constraint setting_clock_ahead_check check (
        name <> 'clock_ahead_minutes' or (jsonb_typeof(value) = 'number' and value::numeric between 1 and 10080)
      ),
      add constraint setting_oldest_event_check check (
        name <> 'oldest_event_days' or (jsonb_typeof(value) = 'number' and value::numeric between 1 and 3650)
      )
  `.execute(db)
}
