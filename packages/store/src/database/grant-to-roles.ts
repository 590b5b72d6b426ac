import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** Of these, rows are only ever added. */
const growing = ['audit', 'audit_access', 'audit_checkpoint']
/** These the roles only read: what they hold is written by the database itself, or by the owner. */
const readOnly = ['audit_head', 'audit_archive', 'kysely_migration', 'kysely_migration_lock']

/**
 * Gives the user of the roles what they need, in a database that someone else owns. Whatever gets hold of a role can
 * then neither change nor remove a row of the audit, nor take away what keeps it from doing so.
 */
export async function grantToRoles({ db }: Store, user: string): Promise<void> {
  const to = sql.id(user)
  await db.transaction().execute(async (trx) => {
    await sql`grant usage on schema public to ${to}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(trx)
    // A probe may be given a number by hand, which then must not come up again.
    await sql`grant update on sequence probe_id_seq to ${to}`.execute(trx)
    for (const table of growing) await sql`revoke update, delete on ${sql.table(table)} from ${to}`.execute(trx)
    for (const table of readOnly)
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${to}`.execute(trx)
  })
}
