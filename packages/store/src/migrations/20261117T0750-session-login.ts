import { type Kysely, sql } from 'kysely'

/**
 * A session keeps the instant of its login when its token is replaced, so that it can end a fixed time after it. For
 * sessions from before, that is when their present token was made: their earlier tokens are not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column login_at timestamptz not null default now()`.execute(db)
  await sql`update session set login_at = created_at`.execute(db)
  await sql`
    alter table setting add constraint setting_session_max_check check (
      name <> 'session_max_days' or (jsonb_typeof(value) = 'number' and value::numeric between 1 and 30)
    )
  `.execute(db)
}
