import { type Kysely, sql } from 'kysely'

/**
 * Exports to syslog receivers: what operators set, the cursor of each in the log, and how it is doing. The private key of
 * an export is the sealed secret export-key/<id>. Cursor and state belong to the exporter that serves it; they go when
 * the export goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table syslog_export (
      id             integer     primary key check (id > 0),
      version        integer     not null default 1,
      general        jsonb       not null check (jsonb_typeof(general) = 'object'),
      filters        jsonb       not null check (jsonb_typeof(filters) = 'object'),
      certificate    jsonb       check (jsonb_typeof(certificate) = 'object'),
      replay_number  integer     not null default 0,
      replay_from    timestamptz,
      created_at     timestamptz not null default now(),
      changed_at     timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table export_cursor (
      export_id      integer     primary key references syslog_export (id) on delete cascade,
      positions      jsonb       not null check (jsonb_typeof(positions) = 'array'),
      passed         bytea       not null,
      received_at    timestamptz not null,
      replay_number  integer     not null,
      version        integer     not null default 1,
      changed_at     timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table export_state (
      export_id      integer     primary key references syslog_export (id) on delete cascade,
      state          jsonb       not null,
      reported_at    timestamptz not null default now()
    )
  `.execute(db)
}
