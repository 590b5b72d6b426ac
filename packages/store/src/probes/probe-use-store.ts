import { sql } from 'kysely'
import { auditedChange, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import { lockProbesInOrder } from './probe-rows.ts'
import { lockHolder, supersedeOlder } from './certificate-changes.ts'
import { isLive } from './certificate-life.ts'
import { type CloneSign, findOldCertificates, findTwoNetworks } from './clone-signs.ts'
import { networkOf, writeUses } from './use-rows.ts'

/** The first use of a certificate. */
export interface FirstUse {
  fingerprint: Uint8Array
  probeId: number
  address: string
}

/** When a certificate was last used from one IP address, as seen by one gateway. */
export interface ProbeUse extends FirstUse {
  /** Age rather than time, because the clock of a gateway may differ from the database clock. */
  ageMs: number
}

export type ProbeUseStore = ReturnType<typeof createProbeUseStore>

/** Records how the certificates of probes are used. */
export function createProbeUseStore(store: Store) {
  const { db, now } = store

  /** In one statement, for the common case of a probe without an older certificate to end. */
  async function useAlone({ fingerprint, probeId, address }: FirstUse): Promise<boolean> {
    const used = await sql`
      update probe_certificate
      set first_used_at = ${now()}, last_used_at = ${now()}, last_network = ${networkOf(sql`${address}::inet`)}
      where fingerprint = ${Buffer.from(fingerprint)} and first_used_at is null and ${isLive(now())}
        and not exists (
          select from probe_certificate as older
          where older.probe_id = ${probeId} and older.revoked_at is null and older.superseded_at is null
            and older.issued_at < probe_certificate.issued_at
        )
    `.execute(db)
    return used.numAffectedRows === 1n
  }

  return {
    /**
     * Records the first use of a certificate and ends the older ones of its probe. Completes before the request
     * continues, so that a renewal can rely on `first_used_at`. Refused if the certificate was ended since its lookup.
     */
    async first(use: FirstUse, origin: AuditOrigin): Promise<'used' | 'refused'> {
      if (await useAlone(use)) return 'used'
      return auditedChange<'used' | 'refused'>(store, origin, async (trx) => {
        if ((await lockHolder(trx, use.fingerprint)) !== use.probeId) return { result: 'refused', audit: [] }
        const superseded = await supersedeOlder(trx, now(), use)
        if (typeof superseded === 'string') return { result: superseded, audit: [] }
        const after = { certificate: Buffer.from(use.fingerprint).toString('hex') }
        const before = { certificates: superseded }
        return { result: 'used', audit: { action: 'probe.supersede', object: `probe/${use.probeId}`, before, after } }
      })
    },

    /** Records uses of many certificates, and returns the probes whose identity two machines seem to use. */
    async note(uses: readonly ProbeUse[]): Promise<CloneSign[]> {
      if (uses.length === 0) return []
      return db.transaction().execute(async (trx) => {
        // Take the same lock as every change to the certificates of a probe, in key order to avoid deadlocks.
        const probeIds = await lockProbesInOrder(
          trx,
          uses.map(({ probeId }) => probeId),
        )
        await writeUses(trx, now(), uses, probeIds)
        const prints = uses.map(({ fingerprint }) => Buffer.from(fingerprint))
        return [...(await findOldCertificates(trx, prints)), ...(await findTwoNetworks(trx, now(), probeIds))]
      })
    },
  }
}
