import { type Kysely, sql } from 'kysely'

/**
 * The outbox of the state of alerts: alerts whose state in PostgreSQL is not in the engine yet. Triggers fill it in the
 * transaction of the change, whichever release or tool makes the change. The revision of an alert grows with every
 * change of what is copied. It is based on the clock, so that it also grows after a restore of an older database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_mark add column revision bigint not null default 1`.execute(db)
  // Every row lives for a moment only, so that dead rows soon outnumber the others.
  await sql`
    create table alert_outbox (
      uuid       text collate "C" primary key references alert_mark on delete cascade,
      revision   bigint not null,
      queued_at  timestamptz not null default now(),
      due_at     timestamptz not null default now(),
      refused    text
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)
  `.execute(db)
  await sql`create index alert_outbox_due_at_index on alert_outbox (due_at)`.execute(db)
  // `before` is the revision of the last request to copy all states again; `after` is the last uuid that was queued.
  await sql`
    create table alert_projection (
      is_only  boolean primary key default true check (is_only),
      before   bigint,
      after    text collate "C",
      check (after is null or before is not null)
    )
  `.execute(db)

  await sql`
    create function alert_mark_revise() returns trigger language plpgsql as $$
    begin
      new.revision := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
      if tg_op = 'UPDATE' then
        new.revision := greatest(old.revision + 1, new.revision);
      end if;
      return new;
    end $$
  `.execute(db)
  // As the owner of the tables: the services that change alerts need no privilege on the outbox.
  await sql`
    create function alert_mark_enqueue() returns trigger language plpgsql
    security definer set search_path from current as $$
    begin
      insert into alert_outbox (uuid, revision) values (new.uuid, new.revision)
      on conflict (uuid) do update set revision = excluded.revision, due_at = excluded.due_at, refused = null;
      return null;
    end $$
  `.execute(db)
  const isSet = sql`
    when ((new.status, new.tags, new.verdict, new.assignee) is distinct from
      ('open'::text, '{}'::text[], null::text, null::text))
  `
  const isChanged = sql`
    when ((old.status, old.tags, old.verdict, old.assignee) is distinct from
      (new.status, new.tags, new.verdict, new.assignee))
  `
  for (const [operation, condition] of [
    ['insert', isSet],
    ['update', isChanged],
  ] as const) {
    await sql`
      create trigger ${sql.id(`alert_mark_revise_${operation}`)} before ${sql.raw(operation)} on alert_mark
      for each row ${condition} execute function alert_mark_revise()
    `.execute(db)
    await sql`
      create trigger ${sql.id(`alert_mark_enqueue_${operation}`)} after ${sql.raw(operation)} on alert_mark
      for each row ${condition} execute function alert_mark_enqueue()
    `.execute(db)
  }
  // The states that exist are queued little by little, as after a restore.
  await sql`insert into alert_projection default values`.execute(db)
  await sql`
    update alert_projection set before = (extract(epoch from clock_timestamp()) * 1000000)::bigint, after = ''
    where exists (select from alert_mark)
  `.execute(db)

  // The engine answers listings by status. The previous release still writes the rank.
  await sql`drop index alert_mark_at_index, alert_mark_rank_index`.execute(db)
  await sql`alter table alert_mark alter column rank drop not null`.execute(db)
}
