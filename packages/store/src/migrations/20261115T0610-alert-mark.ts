import { type Kysely, sql } from 'kysely'

/**
 * What analysts say of alerts. It is kept apart from the events, which never change; an alert without a row is open.
 * When it happened and its rank are copied here, so that marked alerts can be listed in the same order as all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_mark (
      uuid         text collate "C" primary key check (length(uuid) between 1 and 80),
      at_ms        bigint      not null,
      rank         bigint      not null,
      received_at  timestamptz not null,
      status       text        not null check (status in ('open', 'acknowledged', 'closed')),
      note         text        not null check (length(note) <= 4096),
      tags         text[]      not null check (cardinality(tags) <= 20),
      changed_at   timestamptz not null default now(),
      changed_by   text        not null
    )
  `.execute(db)
  await sql`create index alert_mark_at_index on alert_mark (at_ms, uuid)`.execute(db)
  await sql`create index alert_mark_rank_index on alert_mark (rank, uuid)`.execute(db)
  // For the sweep of what was said of alerts that are gone.
  await sql`create index alert_mark_received_at_index on alert_mark (received_at)`.execute(db)
}
