import { type Kysely, sql } from 'kysely'

/**
 * How far the alerts have been counted into clusters, by partition of the log. Without a row all of them are counted
 * again. The version keeps an analyzer that was replaced from taking the place back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cluster_position (
      is_only     boolean     primary key default true check (is_only),
      position    jsonb       not null,
      version     integer     not null default 1,
      changed_at  timestamptz not null default now()
    )
  `.execute(db)
}
