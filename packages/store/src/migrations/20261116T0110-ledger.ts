import { type Kysely, sql } from 'kysely'

/**
 * The ledger: which numbers of a stream were received, and what became of each. Sets of numbers, so that entering the
 * same again, late or in another order ends in the same account. No reference to the probe: the log may still hold
 * events of one that is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Room on every page, so that a row that changes every second stays where the index points.
  await sql`
    create table stream_ledger (
      probe_id        integer        not null,
      stream          bytea          not null check (octet_length(stream) = 16),
      received        int8multirange not null default '{}',
      indexed         int8multirange not null default '{}',
      dead            int8multirange not null default '{}',
      expired         int8multirange not null default '{}',
      folded_dead     bigint         not null default 0,
      folded_expired  bigint         not null default 0,
      next_sequence   bigint         not null default 0,
      last_digest     bytea          check (octet_length(last_digest) = 32),
      began_at        timestamptz    not null default now(),
      changed_at      timestamptz    not null default now(),
      primary key (probe_id, stream)
    ) with (fillfactor = 50)
  `.execute(db)

  await sql`
    create table stream_gap (
      probe_id        integer     not null,
      stream          bytea       not null,
      first_sequence  bigint      not null check (first_sequence >= 0),
      last_sequence   bigint      not null check (last_sequence >= first_sequence),
      reason          text        not null check (length(reason) <= 200),
      reported_at     timestamptz not null default now(),
      primary key (probe_id, stream, first_sequence, last_sequence),
      foreign key (probe_id, stream) references stream_ledger (probe_id, stream) on delete cascade
    )
  `.execute(db)
}
