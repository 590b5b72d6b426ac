import { type Kysely, sql } from 'kysely'

/**
 * Which logs there were, in their order. A topic that is deleted and created again counts its offsets from 0: the epoch
 * is part of every position, so that a later log lies after an earlier one. Its number is the time at which it began, in
 * seconds since 1970, and always higher than the one before: a database that was restored from a backup does not give a
 * number again that it no longer knows. Cursors that were written before are of no epoch, and count as of an earlier log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table log_epoch (
      epoch      bigint      primary key check (epoch between 1 and 9007199254740991),
      topic_id   uuid        not null,
      begun_at   timestamptz not null default now()
    )
  `.execute(db)
  await sql`alter table export_cursor add column epoch bigint not null default 0 check (epoch >= 0)`.execute(db)
  await sql`alter table cluster_position add column epoch bigint not null default 0 check (epoch >= 0)`.execute(db)
}
