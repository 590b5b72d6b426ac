import { type Kysely, sql } from 'kysely'

/**
 * Private keys and other secrets, each under a key of its own, and that key under one of the sealing keys, which are
 * in a file and never here. A sealing key cannot be forgotten while a secret needs it, nor used once it is: the
 * reference sees to both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sealing_key (
      version        integer     primary key check (version > 0),
      fingerprint    bytea       not null unique check (octet_length(fingerprint) = 32),
      registered_at  timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table sealed_secret (
      name         text        primary key check (name ~ '^[a-z0-9][a-z0-9._/-]{0,199}$'),
      kek_version  integer     not null references sealing_key (version) on delete restrict,
      wrapped_key  bytea       not null check (octet_length(wrapped_key) = 61),
      ciphertext   bytea       not null check (octet_length(ciphertext) between 29 and 1048576),
      changed_at   timestamptz not null default now()
    )
  `.execute(db)
  // Rotation looks for what is still under an old key.
  await sql`create index sealed_secret_kek_version_index on sealed_secret (kek_version)`.execute(db)
}
