import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Which hours of a day have to be counted again: bit n is the hour from n to n + 1. All of them, if the reason is
 * another than the status of some alerts.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    alter table cluster_recount add column hours integer not null default ${sql.raw(String(2 ** 24 - 1))}
  `.execute(db)
}
