import { type Kysely, sql } from 'kysely'

/**
 * Who changed what, when and from where. Rows are numbered without a gap and in the order of their commits, since the
 * one row of `audit_head` is locked from the insert to the commit; a chain of hashes over the rows can later be kept
 * in the same two places. Nothing refers to the accounts: the trail outlives them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit (
      id                 bigint      primary key,
      at                 timestamptz not null,
      account_id         integer,
      username           text        not null,
      via                text        not null check (via in ('token', 'cookie', 'key', 'console', 'login')),
      credential_prefix  text        check (length(credential_prefix) between 1 and 32),
      address            text        not null,
      request_id         text        not null,
      action             text        not null check (action ~ '^[a-z-]+([.][a-z-]+)+$'),
      object             text        not null check (length(object) between 1 and 256),
      before             jsonb,
      after              jsonb
    )
  `.execute(db)
  await sql`
    create table audit_head (
      is_only  boolean primary key default true check (is_only),
      last_id  bigint  not null default 0
    )
  `.execute(db)
  await sql`insert into audit_head default values`.execute(db)

  // Number and instant are the database's: no caller can choose them.
  await sql`
    create function audit_number() returns trigger language plpgsql as $$
    begin
      update audit_head set last_id = last_id + 1 returning last_id into strict new.id;
      new.at := clock_timestamp();
      return new;
    end $$
  `.execute(db)
  await sql`
    create trigger audit_number before insert on audit for each row execute function audit_number()
  `.execute(db)
  await sql`
    create function audit_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit table only takes new rows' using errcode = 'insufficient_privilege';
    end $$
  `.execute(db)
  await sql`
    create trigger audit_refuse before update or delete or truncate on audit
    for each statement execute function audit_refuse()
  `.execute(db)
}
