import { type Kysely, sql } from 'kysely'

/** A key is what a connector that never logs in carries. It acts for an account and can do less than that, never more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      id                 bigint      generated always as identity primary key,
      account_id         integer     not null references account (id) on delete cascade,
      name               text        not null check (length(name) between 1 and 64),
      key_hash           bytea       not null unique check (octet_length(key_hash) = 32),
      scopes             text[]      not null check (
        cardinality(scopes) > 0
        and scopes <@ array['search', 'alerts:read', 'alerts:write', 'exports', 'probes', 'admin']
      ),
      networks           text[]      not null default '{}' check (cardinality(networks) <= 32),
      created_at         timestamptz not null default now(),
      expires_at         timestamptz,
      last_used_at       timestamptz,
      last_used_address  text
    )
  `.execute(db)
  await sql`create unique index api_key_name_key on api_key (account_id, lower(name))`.execute(db)
}
