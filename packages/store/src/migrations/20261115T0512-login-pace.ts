import { type Kysely, sql } from 'kysely'

/**
 * How fast logins may be tried, by counters: one for each name, one for each source, one for all, and one for each pair
 * of an account and a source that it has signed in from before. Here and not in memory: neither a restart nor a
 * second copy gives an attacker a fresh start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_lane (
      lane           text        primary key check (length(lane) <= 128),
      failures       integer     not null default 0 check (failures >= 0),
      since          timestamptz not null,
      last_at        timestamptz not null,
      blocked_until  timestamptz
    )
  `.execute(db)
  await sql`create index login_lane_last_at_index on login_lane (last_at)`.execute(db)

  await sql`
    create table login_source (
      account_id  integer     not null references account (id) on delete cascade,
      source      text        not null check (length(source) <= 64),
      last_at     timestamptz not null,
      primary key (account_id, source)
    )
  `.execute(db)
}
