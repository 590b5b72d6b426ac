import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The outbox remembers whether the status of an alert changed since the engine's copy: only then do its clusters have
 * to be counted again. True for what is in the outbox, and for states that are copied again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table alert_outbox add column is_status_changed boolean not null default true`.execute(db)
  await sql`
    create or replace function alert_mark_enqueue() returns trigger language plpgsql
    security definer set search_path from current as $$
    declare
      is_changed boolean;
    begin
      if tg_op = 'INSERT' then
        is_changed := new.status <> 'open';
      else
        is_changed := old.status <> new.status;
      end if;
      insert into alert_outbox (uuid, revision, is_status_changed) values (new.uuid, new.revision, is_changed)
      on conflict (uuid) do update set
        revision = excluded.revision,
        due_at = excluded.due_at,
        refused = null,
        is_status_changed = alert_outbox.is_status_changed or excluded.is_status_changed;
      return null;
    end $$
  `.execute(db)
}
