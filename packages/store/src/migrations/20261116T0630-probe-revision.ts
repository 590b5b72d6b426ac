import { type Kysely, sql } from 'kysely'

/**
 * Counts what was changed of probes and their certificates, so that a gateway with thousands of connections can ask
 * each second whether anything was. A row and not a sequence: the number must not be seen before the change is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table probe_revision (
      is_only  boolean primary key default true check (is_only),
      number   bigint  not null default 0
    )
  `.execute(db)
  await sql`insert into probe_revision default values`.execute(db)
  await sql`
    create function count_probe_revision() returns trigger language plpgsql as $$
    begin
      update probe_revision set number = number + 1;
      return null;
    end $$
  `.execute(db)
  // When a probe was last seen is no change of this kind, and is written all the time.
  await sql`
    create trigger probe_revision
      after insert or delete or update of fqdn, paused_at, deleted_at, events_per_second on probe
      for each statement execute function count_probe_revision()
  `.execute(db)
  await sql`
    create trigger probe_certificate_revision
      after insert or delete or update on probe_certificate
      for each statement execute function count_probe_revision()
  `.execute(db)
}
