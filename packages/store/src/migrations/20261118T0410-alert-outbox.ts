import { type Kysely, sql } from 'kysely'

/**
 * The outbox of the state of alerts: alerts whose state in PostgreSQL is not in the engine yet. Triggers fill it in the
 * transaction of the change, whichever release or tool makes the change. The revision of an alert grows with every
 * change of what is copied. It is based on the clock, so that it also grows after a restore of an older database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_mark add column revision bigint not null default 1`.execute(db)
  await sql`
    create table alert_outbox (
      uuid      text collate "C" primary key references alert_mark on delete cascade,
      revision  bigint not null,
      due_at    timestamptz not null default now()
    )
  `.execute(db)
  await sql`create index alert_outbox_due_at_index on alert_outbox (due_at)`.execute(db)
  // What is set is the revision below which alerts without a row in alert_mark have to be reset in the engine.
  await sql`
    create table alert_projection (
      is_only       boolean primary key default true check (is_only),
      reset_before  bigint
    )
  `.execute(db)
  await sql`insert into alert_projection default values`.execute(db)

  await sql`
    create function alert_mark_revise() returns trigger language plpgsql as $$
    begin
      new.revision := greatest(old.revision + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
      return new;
    end $$
  `.execute(db)
  // As the owner of the tables: the services that change alerts need no privilege on the outbox.
  await sql`
    create function alert_mark_enqueue() returns trigger language plpgsql
    security definer set search_path from current as $$
    begin
      insert into alert_outbox (uuid, revision) values (new.uuid, new.revision)
      on conflict (uuid) do update set revision = excluded.revision, due_at = excluded.due_at;
      return null;
    end $$
  `.execute(db)
  const isChanged = sql`
    when ((old.status, old.tags, old.verdict, old.assignee) is distinct from
      (new.status, new.tags, new.verdict, new.assignee))
  `
  await sql`
    create trigger alert_mark_revise before update on alert_mark for each row ${isChanged}
    execute function alert_mark_revise()
  `.execute(db)
  await sql`
    create trigger alert_mark_enqueue after update on alert_mark for each row ${isChanged}
    execute function alert_mark_enqueue()
  `.execute(db)
  await sql`insert into alert_outbox (uuid, revision) select uuid, revision from alert_mark`.execute(db)
}
