import { type Kysely, sql } from 'kysely'

/**
 * How a probe comes to its certificate, and what is known of how it is doing. Of a pairing code only the digest is
 * kept; a code that was used stays, one that was withdrawn goes. The setting is what a probe may send when it has no
 * limit of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table probe
      add column events_per_second integer check (events_per_second between 1 and 1000000),
      add column last_seen_at timestamptz
  `.execute(db)
  await sql`
    create table probe_enrolment (
      code_hash       bytea       primary key check (octet_length(code_hash) = 32),
      probe_id        integer     not null references probe (id),
      created_at      timestamptz not null default now(),
      expires_at      timestamptz not null,
      used_at         timestamptz,
      source_network  cidr
    )
  `.execute(db)
  await sql`create index probe_enrolment_probe_id_index on probe_enrolment (probe_id)`.execute(db)
  await sql`
    create table probe_health (
      probe_id     integer     primary key references probe (id),
      report       jsonb       not null check (jsonb_typeof(report) = 'object'),
      reported_at  timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    alter table setting
      add constraint setting_probe_rate_check check (
        name <> 'probe_events_per_second' or (jsonb_typeof(value) = 'number' and value::numeric between 1 and 1000000)
      )
  `.execute(db)
}
