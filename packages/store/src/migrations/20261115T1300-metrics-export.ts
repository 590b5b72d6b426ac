import { type Kysely, sql } from 'kysely'

/**
 * The export of metrics to a Netdata parent: what operators set, and how it is doing. There is one, so there is one row,
 * and it is there from the beginning. A parent knows this appliance by `machine_guid`, for ever. The key is the sealed
 * secret metrics-export-key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metrics_export (
      is_only        boolean     primary key default true check (is_only),
      version        integer     not null default 1,
      target         jsonb       check (jsonb_typeof(target) = 'object'),
      machine_guid   uuid        not null default gen_random_uuid(),
      changed_at     timestamptz not null default now()
    )
  `.execute(db)
  await sql`insert into metrics_export default values`.execute(db)
  await sql`
    create table metrics_export_state (
      is_only        boolean     primary key default true references metrics_export (is_only),
      version        integer     not null,
      state          jsonb       not null,
      reported_at    timestamptz not null default now()
    )
  `.execute(db)
}
