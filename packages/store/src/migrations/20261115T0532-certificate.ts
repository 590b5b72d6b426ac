import { type Kysely, sql } from 'kysely'

/**
 * The certificates that the appliance serves or signs with; their private keys are sealed secrets named
 * certificate-key/<purpose>. The authority signs, `appliance` is what it issued for our own servers, `administrator`
 * is what someone put in the place of that for the API.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificate (
      purpose      text        primary key check (purpose in ('authority', 'appliance', 'administrator')),
      chain_pem    text        not null check (length(chain_pem) between 1 and 131072),
      fingerprint  bytea       not null check (octet_length(fingerprint) = 32),
      not_after    timestamptz not null,
      changed_at   timestamptz not null default now()
    )
  `.execute(db)
}
