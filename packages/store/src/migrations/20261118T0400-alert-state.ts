import { type Kysely, sql } from 'kysely'

/**
 * Verdict and assignee of alerts, and the history of everything that analysts set: one row for each change of an alert,
 * with the fields that changed. The arrival of the alert is copied, so that the history is removed together with the
 * alert. The assignee is a name without a foreign key: it stays readable when the user is removed, like `changed_by`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_mark
      add column verdict text check (verdict in ('true_positive', 'false_positive', 'benign')),
      add column reason text not null default '' check (length(reason) <= 1024),
      add column assignee text check (length(assignee) between 1 and 128),
      add constraint alert_mark_verdict_reason_check check (verdict is not null or reason = '')
  `.execute(db)
  await sql`
    create table alert_history (
      id           bigint generated always as identity primary key,
      uuid         text collate "C" not null check (length(uuid) between 1 and 80),
      received_at  timestamptz not null,
      changed_at   timestamptz not null default now(),
      changed_by   text not null,
      changes      jsonb not null check (jsonb_typeof(changes) = 'object')
    )
  `.execute(db)
  await sql`create index alert_history_uuid_index on alert_history (uuid, id)`.execute(db)
  // For the removal of the history of alerts that are gone.
  await sql`create index alert_history_received_at_index on alert_history (received_at)`.execute(db)
}
