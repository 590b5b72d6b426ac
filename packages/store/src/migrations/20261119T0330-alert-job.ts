import { type Kysely, sql } from 'kysely'

/**
 * Jobs that change many alerts, batch by batch. The progress of a job is in its row and is committed together with the
 * changes of a batch. The history of an alert names the job and the transaction of each change: with the first, a job
 * can be undone; with the second, it can be told whether a change was visible when the alerts of a job were counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_job (
      id                 bigint generated always as identity primary key,
      state              text not null default 'running'
                         check (state in ('running', 'finished', 'failed', 'undoing', 'undone')),
      target             jsonb not null,
      change             jsonb not null,
      snapshot           pg_snapshot not null,
      frozen_at          timestamptz not null,
      matching           bigint not null check (matching >= 0),
      done               bigint not null default 0,
      skipped            bigint not null default 0,
      changed            bigint not null default 0,
      step               bigint not null default 0,
      next               jsonb,
      is_complete        boolean not null default false,
      failure            text,
      account_id         bigint not null,
      username           text not null,
      via                text not null,
      credential_prefix  text,
      address            text not null,
      request_id         text not null,
      created_at         timestamptz not null default now(),
      ended_at           timestamptz,
      undo_by            text,
      undo_at            timestamptz,
      undo_ended_at      timestamptz,
      undo_after         bigint not null default 0,
      undo_restored      bigint not null default 0,
      undo_changed       bigint not null default 0,
      check ((undo_at is null) = (state not in ('undoing', 'undone'))),
      check ((undo_at is null) = (undo_by is null))
    )
  `.execute(db)
  await sql`create index alert_job_unfinished_index on alert_job (id) where state in ('running', 'undoing')`.execute(db)
  await sql`
    create table alert_job_exception (
      job_id   bigint not null references alert_job on delete cascade,
      is_undo  boolean not null,
      uuid     text collate "C" not null check (length(uuid) between 1 and 80),
      reason   text not null check (reason in ('changed', 'too-many-tags')),
      primary key (job_id, is_undo, uuid)
    )
  `.execute(db)
  // Defaults that need no rewrite of the table. Rows without a transaction are older than every job.
  await sql`
    alter table alert_history
      add column job_id bigint,
      add column is_undo boolean not null default false,
      add column changed_in xid8
  `.execute(db)
  await sql`alter table alert_history alter column changed_in set default pg_current_xact_id()`.execute(db)
  await sql`
    create index alert_history_job_index on alert_history (job_id, id) where job_id is not null and not is_undo
  `.execute(db)
}
