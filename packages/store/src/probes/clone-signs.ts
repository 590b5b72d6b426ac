import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../database/database.ts'
import { isSuperseded } from './certificate-life.ts'
import { NETWORK_HOURS } from './use-rows.ts'

/** Why a probe seems to be used by two machines. */
export type CloneReason = 'old-certificate' | 'two-networks'

/** What two machines with the identity of one probe have left behind. */
export interface CloneSign {
  probeId: number
  reason: CloneReason
  /** The newest first. */
  networks: string[]
  /** Fingerprints, hexadecimal. */
  certificates: string[]
}

/**
 * An agent saves a new certificate before it uses it and has no use for the old one from then on. So long after the
 * first use of the new one, the old one is in other hands, or a disk was put back.
 */
const OLD_AFTER_MINUTES = 10

/** Most networks, and certificates, that one alarm names. */
const MOST_TOLD = 16

/** Which of these certificates were used long after a newer one had ended them. */
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

/** Which of these probes were used from two networks within an hour. Networks that are expected count as one. */
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
