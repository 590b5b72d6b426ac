import type { ServiceName } from '@watchpost/runtime'
import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import { grantStatements } from './grant-statements.ts'

/**
 * Gives the database user of each service the privileges that the service needs, in a database that another user owns.
 * A compromised service can then neither change nor delete audit rows, nor drop the protection, nor use the tables of
 * other services.
 */
export async function grantToServices(
  { db }: Store,
  users: ReadonlyMap<string, readonly ServiceName[]>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [user, services] of users) {
      for (const statement of grantStatements(user, services)) await sql.raw(statement).execute(trx)
    }
  })
}
