import { type Kysely, sql } from 'kysely'

/** Accounts can have the role `auditor`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      drop constraint account_role_check,
      add constraint account_role_check check (role in ('viewer', 'operator', 'administrator', 'auditor'))
  `.execute(db)
}
