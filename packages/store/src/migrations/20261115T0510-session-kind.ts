import { type Kysely, sql } from 'kysely'

/**
 * A session is the token of a program or the cookie of a browser; it can be listed, and ended by its number. A
 * password that someone else chose has to be changed before anything else is done with the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column id            bigint      generated always as identity unique,
      add column kind          text        not null default 'token' check (kind in ('token', 'cookie')),
      add column address       text        not null default '',
      add column user_agent    text        not null default '' check (length(user_agent) <= 256),
      add column last_used_at  timestamptz not null default now(),
      add column confirmed_at  timestamptz not null default now()
  `.execute(db)
  await sql`
    alter table account
      add column must_change_password  boolean     not null default false,
      add column password_changed_at   timestamptz not null default now(),
      add column last_login_at         timestamptz
  `.execute(db)
}
