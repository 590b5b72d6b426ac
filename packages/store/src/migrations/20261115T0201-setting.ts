import { type Kysely, sql } from 'kysely'

/** What an operator changes while the appliance runs. The version rises with each change, so that two editors meet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setting (
      name     text    primary key,
      value    jsonb   not null,
      version  integer not null default 1 check (version > 0),
      constraint setting_session_age_check check (
        name <> 'session_age_seconds' or (jsonb_typeof(value) = 'number' and value::numeric between 300 and 86400)
      )
    )
  `.execute(db)
  await sql`insert into setting (name, value) values ('session_age_seconds', '28800')`.execute(db)
}
