import { type Kysely, sql } from 'kysely'

/**
 * Who looked at what, and who was refused. Entries are collected for a second by each process and written together;
 * one row of the audit vouches for all of them by the hash of their lines, so they are as hard to alter as changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_access (
      batch              bigint      not null,
      position           integer     not null,
      at                 timestamptz not null,
      account_id         integer,
      username           text        not null,
      via                text        not null,
      credential_prefix  text,
      address            text        not null,
      request_id         text        not null,
      action             text        not null,
      object             text        not null,
      result             text        not null check (result in ('ok', 'refused', 'failed')),
      status             integer     not null,
      detail             text,
      primary key (batch, position)
    )
  `.execute(db)
  await sql`create sequence audit_batch`.execute(db)
  await sql`
    create trigger audit_refuse before update or delete or truncate on audit_access
    for each statement execute function audit_refuse()
  `.execute(db)

  // One for each way of looking someone or something up, always with the newest first.
  for (const column of ['username', 'address', 'action', 'object']) {
    await sql`create index on audit (${sql.id(column)}, at, id)`.execute(db)
    await sql`create index on audit_access (${sql.id(column)}, at, batch, position)`.execute(db)
  }
  await sql`create index on audit (at, id)`.execute(db)
  await sql`create index on audit_access (at, batch, position)`.execute(db)
}
