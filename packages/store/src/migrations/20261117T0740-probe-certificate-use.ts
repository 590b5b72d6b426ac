import { type Kysely, sql } from 'kysely'

/**
 * When each certificate of a probe was used and from where, when a newer one ended it, and the alarms that follow when
 * two machines seem to use the identity of one probe.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table probe_certificate
      add column first_used_at timestamptz,
      add column last_used_at timestamptz,
      add column last_network cidr,
      add column superseded_at timestamptz
  `.execute(db)
  // Uses are written every minute for every probe: they must not make each gateway read all certificates again.
  await sql`drop trigger probe_certificate_revision on probe_certificate`.execute(db)
  await sql`
    create trigger probe_certificate_revision
      after insert or delete or update of probe_id, not_after, revoked_at, superseded_at on probe_certificate
      for each statement execute function count_probe_revision()
  `.execute(db)
  await sql`
    create table probe_network (
      probe_id      integer     not null references probe (id),
      network       cidr        not null,
      last_used_at  timestamptz not null,
      is_expected   boolean     not null default false,
      primary key (probe_id, network)
    )
  `.execute(db)
  await sql`
    create table probe_clone_alarm (
      probe_id      integer     not null references probe (id),
      reason        text        not null check (reason in ('old-certificate', 'two-networks')),
      raised_at     timestamptz not null,
      last_at       timestamptz not null,
      networks      text[]      not null,
      certificates  text[]      not null,
      primary key (probe_id, reason)
    )
  `.execute(db)
  // Apart from the probe, whose table may be locked by who holds none of its rows yet.
  await sql`
    create table probe_clone_clearance (
      probe_id    integer     primary key references probe (id),
      cleared_at  timestamptz not null
    )
  `.execute(db)
}
