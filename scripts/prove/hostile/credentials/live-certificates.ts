import type { Store } from '@watchpost/store'
import { sql } from 'kysely'

export interface CertificateCounts {
  /** Issued in total, including the first ones. */
  issued: number
  /** The most certificates that one probe has now. */
  mostLive: number
}

/** Counts the certificates of these probes from the database rows. */
export async function countCertificates({ db }: Store, probeIds: readonly number[]): Promise<CertificateCounts> {
  const { rows } = await sql<CertificateCounts>`
    select coalesce(sum(issued), 0)::integer as issued, coalesce(max(live), 0)::integer as "mostLive"
    from (
      select count(*) as issued,
        count(*) filter (where revoked_at is null and superseded_at is null and not_after > now()) as live
      from probe_certificate where probe_id = any(${[...probeIds]}::integer[]) group by probe_id
    ) as counted
  `.execute(db)
  return rows[0] ?? { issued: 0, mostLive: 0 }
}
