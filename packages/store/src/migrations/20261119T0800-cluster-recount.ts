import { type Kysely, sql } from 'kysely'

/**
 * IP addresses and days whose clusters have to be counted again, because the status of their alerts changed or because
 * all clusters are counted again. `touch` grows with every reason, so that a row that is touched during a count stays.
 * `recount_after` is the position of the last one that was queued while all clusters are counted again, null when none is left to queue;
 * clusters are scored at least by the version `policy_version` of the policy. Existing clusters have no counts by status
 * yet, so all are counted again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Every row lives for a moment only, so that dead rows soon outnumber the others.
  await sql`
    create table cluster_recount (
      day         text collate "C" not null check (length(day) between 1 and 20),
      ip          text collate "C" not null check (length(ip) between 1 and 64),
      touch       bigint not null default 1,
      touched_at  timestamptz not null default now(),
      primary key (day, ip)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)
  `.execute(db)
  await sql`create index cluster_recount_touched_at_index on cluster_recount (touched_at)`.execute(db)
  await sql`
    alter table cluster_counting
      add column policy_version integer not null default 1 check (policy_version > 0),
      add column recount_after jsonb
  `.execute(db)
  await sql`
    update cluster_counting set recount_after = '[]' where exists (select from cluster_position)
  `.execute(db)
}
