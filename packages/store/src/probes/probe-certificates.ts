import { type Kysely, sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { type CertificateState, isLive, stateOf } from './certificate-life.ts'

/** A certificate of a probe as administrators see it. */
export interface ManagedCertificate {
  fingerprint: Buffer
  issuedAt: Date
  notAfter: Date
  firstUsedAt: Date | null
  lastUsedAt: Date | null
  lastNetwork: string | null
  state: CertificateState
}

/** Most certificates listed per probe, newest first. Ended ones are kept for 30 days. */
const MOST = 20

/** The certificates of one probe, including ended ones, newest first. */
export async function listCertificatesOf(
  { now }: Store,
  db: Kysely<Database>,
  probeId: number,
): Promise<ManagedCertificate[]> {
  const rows = await certificateRows(db, now()).where('probe_id', '=', probeId).limit(MOST).execute()
  return rows.map(({ probeId: _id, ...certificate }) => certificate)
}

/** The certificates of all probes that can open a connection, by probe, newest first. */
export async function listLiveCertificates({ now, db }: Store): Promise<Map<number, ManagedCertificate[]>> {
  const rows = await certificateRows(db, now()).where(isLive(now())).execute()
  const byProbe = new Map<number, ManagedCertificate[]>()
  for (const { probeId, ...certificate } of rows) {
    byProbe.set(probeId, [...(byProbe.get(probeId) ?? []), certificate])
  }
  return byProbe
}

function certificateRows(db: Kysely<Database>, now: ReturnType<Store['now']>) {
  return db
    .selectFrom('probe_certificate')
    .select(['probe_id as probeId', 'fingerprint', 'issued_at as issuedAt', 'not_after as notAfter'])
    .select(['first_used_at as firstUsedAt', 'last_used_at as lastUsedAt', 'last_network as lastNetwork'])
    .select(stateOf(now).as('state'))
    .orderBy(sql`issued_at`, 'desc')
}
