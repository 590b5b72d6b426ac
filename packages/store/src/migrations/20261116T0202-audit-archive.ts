import { type Kysely, sql } from 'kysely'

/** Old rows of the audit leave the database for files; what is signed of each file stays, and links it to what follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_archive (
      number     integer primary key check (number > 0),
      last_id    bigint  not null,
      hash       bytea   not null check (length(hash) = 32),
      statement  text    not null,
      signature  bytea   not null
    )
  `.execute(db)
  await sql`
    create trigger audit_refuse before update or delete or truncate on audit_archive
    for each statement execute function audit_refuse()
  `.execute(db)
}
