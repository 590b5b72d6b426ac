import { type Kysely, sql } from 'kysely'

/**
 * An id is unique within one backing index only, so which generation a range of a stream belongs to is written down
 * before its first document is indexed: a resend after roll-over then finds the same place again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table generation (
      number      integer     primary key check (number > 0),
      day         date        not null,
      opened_at   timestamptz not null default now(),
      sealed_at   timestamptz,
      removed_at  timestamptz,
      roll_over_requested_at timestamptz,
      constraint generation_sealed_before_removed check (removed_at is null or sealed_at is not null)
    )
  `.execute(db)

  await sql`
    create table stream_place (
      probe_id        integer not null,
      stream          bytea   not null check (octet_length(stream) = 16),
      first_sequence  bigint  not null check (first_sequence >= 0),
      generation      integer not null references generation (number),
      primary key (probe_id, stream, first_sequence)
    )
  `.execute(db)
  // Places go when their generation is removed.
  await sql`create index stream_place_generation_index on stream_place (generation)`.execute(db)
}
