import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { isSuperseded } from './certificate-life.ts'
import { NETWORK_HOURS } from './use-rows.ts'

/** Why two machines seem to use one probe's identity. */
export type CloneReason = 'old-certificate' | 'two-networks'

/** Evidence that two machines use the identity of one probe. */
export interface CloneSign {
  probeId: number
  reason: CloneReason
  /** Newest first. */
  networks: string[]
  /** Fingerprints, hexadecimal. */
  certificates: string[]
}

/**
 * An agent saves a new certificate before it uses it, and never uses the old one after that. A use of the old one this
 * long after the first use of the new one means that it was copied, or that a disk was restored.
 */
const OLD_AFTER_MINUTES = 10

/** Most networks and certificates that one alarm lists. */
const MOST_TOLD = 16

/** Certificates that were used long after a newer one superseded them. */
export async function findOldCertificates(
  trx: Transaction<Database>,
  fingerprints: readonly Buffer[],
): Promise<CloneSign[]> {
  const { rows } = await sql<CloneSign>`
    select probe_id as "probeId", 'old-certificate' as reason,
      (array_agg(distinct last_network::text))[:${MOST_TOLD}] as networks,
      (array_agg(encode(fingerprint, 'hex') order by last_used_at desc))[:${MOST_TOLD}] as certificates
    from probe_certificate left join probe_clone_clearance using (probe_id)
    where fingerprint = any(${[...fingerprints]}::bytea[]) and ${isSuperseded}
      and last_used_at > superseded_at + make_interval(mins => ${OLD_AFTER_MINUTES})
      and last_used_at > coalesce(cleared_at, '-infinity')
    group by probe_id order by probe_id
  `.execute(trx)
  return rows
}

/** Probes that were used from two networks within an hour. Expected networks count as one. */
export async function findTwoNetworks(
  trx: Transaction<Database>,
  now: RawBuilder<Date>,
  probeIds: readonly number[],
): Promise<CloneSign[]> {
  const since = sql`(${now} - make_interval(hours => ${NETWORK_HOURS}))`
  const { rows } = await sql<CloneSign>`
    select used.probe_id as "probeId", 'two-networks' as reason,
      (array_agg(network::text order by last_used_at desc))[:${MOST_TOLD}] as networks,
      (
        select (array_agg(encode(fingerprint, 'hex') order by issued_at desc))[:${MOST_TOLD}] from probe_certificate
        where probe_certificate.probe_id = used.probe_id and probe_certificate.last_used_at > ${since}
      ) as certificates
    from probe_network as used left join probe_clone_clearance as clearance on clearance.probe_id = used.probe_id
    where used.probe_id = any(${[...probeIds]}::integer[]) and last_used_at > greatest(${since}, cleared_at)
    group by used.probe_id
    having count(distinct case when is_expected then 'expected' else network::text end) > 1
    order by used.probe_id
  `.execute(trx)
  return rows.map((row) => ({ ...row, certificates: row.certificates ?? [] }))
}
