import { type Kysely, sql } from 'kysely'

/**
 * Counts a change of probes at the commit, once per transaction. Before, the first statement of a renewal locked the
 * only row until the commit, seven round trips later, so that a busy gateway renewed five certificates per second.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_probe_revision() returns trigger language plpgsql as $$
    declare
      this text := pg_current_xact_id()::text;
    begin
      if current_setting('watchpost.counted_in', true) is distinct from this then
        update probe_revision set number = number + 1;
        perform set_config('watchpost.counted_in', this, true);
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`drop trigger probe_revision on probe`.execute(db)
  await sql`drop trigger probe_certificate_revision on probe_certificate`.execute(db)
  await sql`
    create constraint trigger probe_revision
      after insert or delete or update of fqdn, paused_at, deleted_at, events_per_second on probe
      deferrable initially deferred for each row execute function count_probe_revision()
  `.execute(db)
  await sql`
    create constraint trigger probe_certificate_revision
      after insert or delete or update of probe_id, not_after, revoked_at, superseded_at on probe_certificate
      deferrable initially deferred for each row execute function count_probe_revision()
  `.execute(db)
}
