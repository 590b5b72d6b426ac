import { type Kysely, sql } from 'kysely'

/**
 * The term of the replica that counts clusters. Each leader takes a higher one, and the versions of the clusters that it
 * writes begin with it. A term is the time at which it began, in seconds since 1970, so that a database that was
 * restored from a backup does not give a term again that it no longer knows. The previous release does not read it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cluster_counting (
      is_only  boolean primary key default true check (is_only),
      term     bigint  not null default 0 check (term between 0 and 4294967295)
    )
  `.execute(db)
  await sql`insert into cluster_counting default values`.execute(db)
}
