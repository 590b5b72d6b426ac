import { type Kysely, sql } from 'kysely'

/**
 * When everything of a removed generation was deleted: indexes, places, ledger, marks. Removed generations without it
 * are completed by the next leader of the indexers, also those whose removal was interrupted before this column existed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table generation
      add column deleted_at timestamptz,
      add constraint generation_removed_before_deleted check (deleted_at is null or removed_at is not null)
  `.execute(db)
}
