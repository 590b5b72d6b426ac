import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

/** Append-only tables. */
const growing = ['audit', 'audit_access', 'audit_checkpoint']
/** Tables that the services only read: the database itself or the owner writes them. */
const readOnly = ['audit_head', 'audit_archive', 'kysely_migration', 'kysely_migration_lock']

/**
 * Grants the database user of the services what they need, in a database that another user owns. A compromised service
 * can then neither change nor delete audit rows, nor drop the protection.
 */
export async function grantToServices({ db }: Store, user: string): Promise<void> {
  const to = sql.id(user)
  await db.transaction().execute(async (trx) => {
    await sql`grant usage on schema public to ${to}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(trx)
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(trx)
    // After a probe gets an id by hand, the sequence has to skip it.
    await sql`grant update on sequence probe_id_seq to ${to}`.execute(trx)
    for (const table of growing) await sql`revoke update, delete on ${sql.table(table)} from ${to}`.execute(trx)
    for (const table of readOnly)
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${to}`.execute(trx)
  })
}
