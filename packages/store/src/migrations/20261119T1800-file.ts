import { type Kysely, sql } from 'kysely'

/**
 * Files that probes upload. `file` has each content once; `probe_file` has what each probe announced, with the state of
 * its upload. The contents themselves are outside the database, by `content_id`. A trigger queues every content that no
 * row refers to any more in `file_removal`, whichever service or tool removes the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file (
      sha256      bytea primary key check (octet_length(sha256) = 32),
      size        bigint not null check (size > 0),
      content_id  uuid not null unique,
      stored_at   timestamptz not null default now()
    )
  `.execute(db)
  await sql`create index file_stored_at_index on file (stored_at)`.execute(db)
  await sql`
    create table probe_file (
      probe_id       integer not null references probe on delete cascade,
      sha256         bytea not null check (octet_length(sha256) = 32),
      size           bigint not null check (size > 0),
      state          text not null check (state in ('uploading', 'stored', 'refused')),
      reason         text check ((reason is not null) = (state = 'refused')),
      content_id     uuid check ((content_id is not null) = (state = 'uploading')),
      next_piece     integer not null default 0 check (next_piece >= 0),
      first_seen_at  timestamptz not null default now(),
      last_seen_at   timestamptz not null default now(),
      primary key (probe_id, sha256)
    )
  `.execute(db)
  await sql`create index probe_file_sha256_index on probe_file (sha256)`.execute(db)
  await sql`create index probe_file_last_seen_at_index on probe_file (last_seen_at)`.execute(db)
  await sql`create index probe_file_content_id_index on probe_file (content_id) where content_id is not null`.execute(
    db,
  )
  await sql`
    create table file_removal (
      content_id  uuid primary key,
      queued_at   timestamptz not null default now()
    )
  `.execute(db)
  // As the owner of the tables: a service that may remove a row needs no privilege on the queue.
  await sql`
    create function file_content_dropped() returns trigger language plpgsql
    security definer set search_path from current as $$
    begin
      insert into file_removal (content_id)
      select old.content_id where not exists (select from file where content_id = old.content_id)
      on conflict do nothing;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger file_content_dropped after delete on file for each row execute function file_content_dropped()
  `.execute(db)
  await sql`
    create trigger probe_file_content_dropped after delete on probe_file
    for each row when (old.content_id is not null) execute function file_content_dropped()
  `.execute(db)
  await sql`
    create trigger probe_file_content_replaced after update on probe_file
    for each row when (old.content_id is not null and old.content_id is distinct from new.content_id)
    execute function file_content_dropped()
  `.execute(db)
}
