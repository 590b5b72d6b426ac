import { sql } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import { findLiveByName, insertProbe, isPaired, lockProbes } from './probe-rows.ts'
import { graceMs, isLive, isSuperseded } from './certificate-life.ts'

export interface Probe {
  id: number
  fqdn: string
  /** It has a certificate that is neither revoked nor expired. */
  isPaired: boolean
  paused: boolean
}

/** A probe, found by one of its certificates. */
export interface CertifiedProbe extends Probe {
  fingerprint: Buffer
  notAfter: Date
  /** Events per second that it may send; null for the limit of the settings. */
  eventsPerSecond: number | null
  /** The certificate was used before. */
  isUsed: boolean
  /** A newer certificate has superseded this one. */
  isSuperseded: boolean
  /** How long it may still finish open work; null if it is not superseded. */
  graceMs: number | null
}

export interface NewProbe {
  /** Defaults to the next free id. */
  id?: number
  fqdn: string
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
  notAfter: Date
}

export type ProbeStore = ReturnType<typeof createProbeStore>

export function createProbeStore({ db, now }: Store) {
  async function certified(fingerprints: readonly Uint8Array[]): Promise<CertifiedProbe[]> {
    const rows = await db
      .selectFrom('probe_certificate')
      .innerJoin('probe', 'probe.id', 'probe_certificate.probe_id')
      .select(['probe_certificate.fingerprint', 'probe_certificate.not_after as notAfter'])
      .select(['probe.id', 'probe.fqdn', 'probe.paused_at', 'probe.events_per_second as eventsPerSecond'])
      .select([isLive(now()).as('isPaired'), isSuperseded.as('isSuperseded'), graceMs(now()).as('graceMs')])
      .select(sql<boolean>`probe_certificate.first_used_at is not null`.as('isUsed'))
      .where('probe_certificate.fingerprint', '=', sql<Buffer>`any(${fingerprints.map((each) => Buffer.from(each))})`)
      .where('probe.deleted_at', 'is', null)
      .execute()
    return rows.map(({ paused_at, ...probe }) => ({ ...probe, paused: paused_at !== null }))
  }

  return {
    /** Adds a probe and its certificate. Idempotent; a new certificate is added to the existing ones. */
    add(probe: NewProbe): Promise<{ id: number } | 'id-taken' | 'fqdn-taken' | 'certificate-taken'> {
      return db.transaction().execute(async (trx) => {
        await lockProbes(trx)
        const known = await findLiveByName(trx, probe.fqdn)
        if (known && probe.id !== undefined && known.id !== probe.id) return 'fqdn-taken'
        const fingerprint = Buffer.from(probe.fingerprint)
        const holder = await trx
          .selectFrom('probe_certificate')
          .select('probe_id')
          .where('fingerprint', '=', fingerprint)
          .executeTakeFirst()
        if (holder) return holder.probe_id === known?.id ? known : 'certificate-taken'

        const owner = known ?? (await insertProbe(trx, probe))
        if (owner === 'id-taken') return owner
        await trx
          .insertInto('probe_certificate')
          .values({ fingerprint, probe_id: owner.id, not_after: probe.notAfter })
          .execute()
        return owner
      })
    },

    /**
     * The probe of a certificate. `isPaired` refers to this certificate only, even if the probe has another valid one.
     */
    async findByFingerprint(fingerprint: Uint8Array): Promise<CertifiedProbe | 'absent'> {
      const [found] = await certified([fingerprint])
      return found ?? 'absent'
    },

    /** The same for many at once. Certificates of no probe or of a deleted one are omitted. */
    findByFingerprints: (fingerprints: readonly Uint8Array[]): Promise<CertifiedProbe[]> => certified(fingerprints),

    /** Changes after every change to probes and certificates, never before it. It does not change with time alone. */
    async revision(): Promise<number> {
      const { number } = await db.selectFrom('probe_revision').select('number').executeTakeFirstOrThrow()
      return number
    },

    /** All probes that are not deleted, ordered by id. */
    async list(): Promise<Probe[]> {
      const rows = await db
        .selectFrom('probe')
        .select(['id', 'fqdn', 'paused_at', isPaired(now()).as('isPaired')])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ paused_at, ...probe }) => ({ ...probe, paused: paused_at !== null }))
    },
  }
}
