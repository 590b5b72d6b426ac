import { type Kysely, sql } from 'kysely'

/**
 * A chain over the audit: each row's hash covers the row and the hash before it. The database makes it in the trigger
 * that numbers the rows, so that rows of the previous release, which knows nothing of it, are chained as well. Rows that
 * are there already are chained now: the chain vouches for them from this moment on, and not for what they were before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No one adds a row until the chain has reached the last one.
  await sql`lock table audit in share row exclusive mode`.execute(db)
  await sql`alter table audit add column hash bytea`.execute(db)
  await sql`
    alter table audit_head
      add column hash bytea not null default decode(repeat('00', 32), 'hex') check (length(hash) = 32)
  `.execute(db)

  // The row as one line of JSON. Who verifies writes the same line again, and does not ask this function.
  await sql`
    create function audit_line(r audit) returns text language sql stable as $$
      select row_to_json(line)::text from (
        select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, r.account_id, r.username,
          r.via, r.credential_prefix, r.address, r.request_id, r.action, r.object, r.before, r.after
      ) line
    $$
  `.execute(db)
  await sql`alter table audit disable trigger audit_refuse`.execute(db)
  await sql`
    do $$
    declare
      r audit;
      last bytea := decode(repeat('00', 32), 'hex');
    begin
      for r in select * from audit order by id loop
        last := sha256(last || convert_to(audit_line(r), 'UTF8'));
        update audit set hash = last where id = r.id;
      end loop;
      update audit_head set hash = last;
    end $$
  `.execute(db)
  await sql`alter table audit enable trigger audit_refuse`.execute(db)
  await sql`alter table audit alter column hash set not null, add check (length(hash) = 32)`.execute(db)

  // As the owner of the tables: the roles may insert, and nothing else; the head is moved by this function alone.
  await sql`
    create or replace function audit_number() returns trigger language plpgsql
    security definer set search_path from current as $$
    declare
      previous bytea;
    begin
      select last_id + 1, hash into strict new.id, previous from audit_head for update;
      new.at := clock_timestamp();
      new.hash := sha256(previous || convert_to(audit_line(new), 'UTF8'));
      update audit_head set last_id = new.id, hash = new.hash;
      return new;
    end $$
  `.execute(db)

  await sql`
    create table audit_checkpoint (
      number     integer primary key check (number > 0),
      last_id    bigint  not null,
      statement  text    not null,
      signature  bytea   not null
    )
  `.execute(db)
  await sql`
    create trigger audit_refuse before update or delete or truncate on audit_checkpoint
    for each statement execute function audit_refuse()
  `.execute(db)
}
