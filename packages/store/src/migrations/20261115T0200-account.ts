import { type Kysely, sql } from 'kysely'

/** People and programs sign in as an account; the token they then carry is a session, known here only by its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account (
      id             integer     generated always as identity primary key,
      username       text        not null check (length(username) between 1 and 128),
      password_hash  text        not null check (password_hash like '$argon2id$%'),
      role           text        not null check (role in ('viewer', 'operator', 'administrator')),
      disabled_at    timestamptz,
      created_at     timestamptz not null default now()
    )
  `.execute(db)
  // Alice and alice are one person.
  await sql`create unique index account_username_key on account (lower(username))`.execute(db)

  await sql`
    create table session (
      token_hash  bytea       primary key check (octet_length(token_hash) = 32),
      account_id  integer     not null references account (id) on delete cascade,
      created_at  timestamptz not null default now(),
      expires_at  timestamptz not null check (expires_at > created_at),
      revoked_at  timestamptz
    )
  `.execute(db)
  // For the sweep of old sessions, and for revoking all of an account's.
  await sql`create index session_expires_at_index on session (expires_at)`.execute(db)
  await sql`create index session_account_id_index on session (account_id)`.execute(db)
}
