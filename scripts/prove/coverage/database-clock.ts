import { sql } from 'kysely'
import type { Store } from '@watchpost/store'
import type { Stack } from '../../stack/stack.ts'
import { connectSuperuser } from '../audit/database.ts'

/**
 * Lets a proof move the database clock: a schema ahead of pg_catalog overrides `now()` for new connections and for the
 * defaults of new tables.
 */
export async function installDatabaseClock(stack: Stack): Promise<void> {
  const owner = connectSuperuser(stack)
  try {
    for (const statement of [
      'create schema proof_clock',
      'create table proof_clock.ahead (seconds float8 not null)',
      'insert into proof_clock.ahead values (0)',
      `create function proof_clock.now() returns timestamptz language sql stable as $$
         select pg_catalog.now() + make_interval(secs => (select seconds from proof_clock.ahead))
       $$`,
      'grant usage on schema proof_clock to public',
      'grant select on proof_clock.ahead to public',
      // New tables go into the first schema.
      'alter database watchpost set search_path = public, proof_clock, pg_catalog',
    ]) {
      await sql.raw(statement).execute(owner.db)
    }
  } finally {
    await owner.close()
  }
}

export async function setDatabaseAhead({ db }: Pick<Store, 'db'>, milliseconds: number): Promise<void> {
  await sql`update proof_clock.ahead set seconds = ${milliseconds / 1_000}`.execute(db)
}
