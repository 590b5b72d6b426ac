import { type Kysely, sql } from 'kysely'

/** The appliance changes some things by itself, its own certificate above all; the audit says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit
      drop constraint audit_via_check,
      add constraint audit_via_check check (via in ('token', 'cookie', 'key', 'console', 'login', 'appliance'))
  `.execute(db)
}
