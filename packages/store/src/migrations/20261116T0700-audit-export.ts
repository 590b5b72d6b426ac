import { type Kysely, sql } from 'kysely'

/**
 * Exports that carry the audit. From which row on an export wants it is decided with the change that names it, since an
 * exporter that was away then could not know; how far it has come stands next to its position in the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table syslog_export add column audit_from bigint`.execute(db)
  await sql`alter table export_cursor add column audit_next bigint`.execute(db)
}
