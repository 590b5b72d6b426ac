import { type Kysely, sql } from 'kysely'

/**
 * Counts of the hours with a loss in their index: a month of a large fleet is stated without a look at the table, of which
 * nearly every other page has such an hour. `received` and `indexed` are left out, since they change with every batch:
 * counting would no longer be a heap-only update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index stream_hour_loss_counts_index on stream_hour (hour, probe_id) include (dead, expired, missing)
    where has_loss
  `.execute(db)
  await sql`drop index stream_hour_loss_index`.execute(db)
}
