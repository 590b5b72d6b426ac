import { type Kysely, sql } from 'kysely'

/**
 * A role that sees that no more can be stored says so here, and every gateway then asks the probes to wait. A hold
 * lapses when it is not renewed: a role that died must not keep the door shut.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ingest_hold (
      reason      text        primary key check (length(reason) between 1 and 64),
      detail      text        not null,
      raised_at   timestamptz not null default now(),
      renewed_at  timestamptz not null default now()
    )
  `.execute(db)
}
