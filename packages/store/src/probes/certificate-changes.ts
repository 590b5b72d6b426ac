import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { isLive } from './certificate-life.ts'
import { networkOf } from './use-rows.ts'

/** Certificates that ended longer ago are deleted; the audit still has them. */
const KEPT_AFTER_END = sql`interval '30 days'`

/** Locks the probe of a certificate until the end of the transaction. */
export async function lockHolder(trx: Transaction<Database>, fingerprint: Uint8Array): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select probe.id from probe join probe_certificate on probe_certificate.probe_id = probe.id
    where probe_certificate.fingerprint = ${Buffer.from(fingerprint)} and probe.deleted_at is null
    for no key update of probe
  `.execute(trx)
  return rows[0]?.id
}

/**
 * Records the first use of a certificate and ends the older ones; its probe must be locked. Returns the fingerprints of
 * those that it ended, `used` if the certificate was used before, and `refused` if it cannot open a connection.
 *
 * This and `storeRenewed` are one statement each: other changes of the probe wait until the commit, and every round
 * trip to a busy gateway takes long.
 */
export async function supersedeOlder(
  trx: Transaction<Database>,
  now: RawBuilder<Date>,
  { fingerprint, address }: { fingerprint: Uint8Array; address: string },
): Promise<string[] | 'used' | 'refused'> {
  const { rows } = await sql<{ was_used: boolean; ended: string[] }>`
    with present as (
      select fingerprint, probe_id, issued_at, first_used_at from probe_certificate
      where fingerprint = ${Buffer.from(fingerprint)} and ${isLive(now)}
    ), used as (
      update probe_certificate
      set first_used_at = ${now}, last_used_at = ${now}, last_network = ${networkOf(sql`${address}::inet`)}
      where fingerprint = (select fingerprint from present where first_used_at is null)
    ), ended as (
      update probe_certificate as other set superseded_at = ${now} from present
      where present.first_used_at is null and other.probe_id = present.probe_id
        and other.revoked_at is null and other.superseded_at is null and other.issued_at < present.issued_at
      returning encode(other.fingerprint, 'hex') as fingerprint
    )
    select first_used_at is not null as was_used, array(select fingerprint from ended) as ended from present
  `.execute(trx)
  const [row] = rows
  if (!row) return 'refused'
  return row.was_used ? 'used' : row.ended
}

/**
 * Stores a further certificate for the holder of `present`; its probe must be locked. Ends the older ones, and revokes
 * newer ones that were never used: the agent crashed before saving them, or they never arrived. Returns the
 * fingerprints of both.
 */
export async function storeRenewed(
  trx: Transaction<Database>,
  now: RawBuilder<Date>,
  { present, next }: { present: Uint8Array; next: { fingerprint: Uint8Array; notAfter: Date } },
): Promise<string[] | 'refused'> {
  const { rows } = await sql<{ ended: string[] }>`
    with present as (
      select fingerprint, probe_id, issued_at from probe_certificate
      -- A superseded certificate may finish open work, but not renew.
      where fingerprint = ${Buffer.from(present)} and revoked_at is null and superseded_at is null and not_after > ${now}
    ), old as (
      delete from probe_certificate using present
      where probe_certificate.probe_id = present.probe_id and not_after < ${now} - ${KEPT_AFTER_END}
    ), used as (
      update probe_certificate set first_used_at = ${now}
      where fingerprint = (select fingerprint from present) and first_used_at is null
    ), ended as (
      update probe_certificate as other
      set superseded_at = ${now}, revoked_at = case when other.issued_at > present.issued_at then ${now} end
      from present
      where other.probe_id = present.probe_id and other.revoked_at is null and other.superseded_at is null
        and (other.issued_at < present.issued_at or other.issued_at > present.issued_at and other.first_used_at is null)
        and other.not_after >= ${now} - ${KEPT_AFTER_END}
      returning encode(other.fingerprint, 'hex') as fingerprint
    ), entered as (
      insert into probe_certificate (fingerprint, probe_id, not_after, issued_at)
      select ${Buffer.from(next.fingerprint)}::bytea, probe_id, ${next.notAfter}::timestamptz, ${now} from present
    )
    select array(select fingerprint from ended) as ended from present
  `.execute(trx)
  return rows[0]?.ended ?? 'refused'
}
