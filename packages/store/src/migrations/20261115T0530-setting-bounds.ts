import { type Kysely, sql } from 'kysely'

/** A number typed by hand must not remove a year of events: what the API refuses, the table refuses too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table setting
      add constraint setting_cookie_idle_check check (
        name <> 'cookie_idle_minutes' or (jsonb_typeof(value) = 'number' and value::numeric between 5 and 1440)
      ),
      add constraint setting_retention_check check (
        name <> 'retention_days' or (jsonb_typeof(value) = 'number' and value::numeric between 1 and 3650)
      ),
      add constraint setting_disk_limit_check check (
        name <> 'disk_limit_percent' or (jsonb_typeof(value) = 'number' and value::numeric between 5 and 98)
      )
  `.execute(db)
}
