import { type Kysely, sql, type Transaction } from 'kysely'
import { auditedChange, type AuditEntry, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { insertCode, type NewCode, removeUnusedCodes, revokeCertificates, withdraw } from './probe-enrolment-rows.ts'
import { lockProbe } from './probe-rows.ts'
import { lockHolder, storeRenewed } from './certificate-changes.ts'
import { forgetAlarms } from './clone-alarm-rows.ts'

/** The probe that a certificate is issued for. */
export interface EnrollingProbe {
  id: number
  fqdn: string
}

/** A certificate to store. */
export interface NewProbeCertificate {
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
  notAfter: Date
}

/** A presented code, and the IP address it came from. */
export interface ShownCode {
  /** SHA-256 of the code. */
  codeHash: Uint8Array
  address: string
}

export type ProbeEnrolmentStore = ReturnType<typeof createProbeEnrolmentStore>

/** Issues and ends the certificates of probes. Every change is audited. */
export function createProbeEnrolmentStore(store: Store) {
  const { db, now } = store

  const openCode = ({ codeHash, address }: ShownCode) => sql<boolean>`
    enrolment.code_hash = ${Buffer.from(codeHash)} and enrolment.used_at is null and enrolment.expires_at > ${now()}
    and (enrolment.source_network is null or ${address}::inet <<= enrolment.source_network)
  `

  async function findByCode(from: Kysely<Database>, shown: ShownCode): Promise<EnrollingProbe | 'refused'> {
    const row = await from
      .selectFrom('probe_enrolment as enrolment')
      .innerJoin('probe', 'probe.id', 'enrolment.probe_id')
      .select(['probe.id', 'probe.fqdn'])
      .where(openCode(shown))
      .where('probe.deleted_at', 'is', null)
      .executeTakeFirst()
    return row ?? 'refused'
  }

  return {
    /** Gives a probe a new code and deletes unused ones. Certificates stay until the code is used. */
    pair(id: number, code: NewCode, origin: AuditOrigin): Promise<Date | 'absent'> {
      return auditedChange<Date | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, id))) return { result: 'absent', audit: [] }
        await removeUnusedCodes(trx, id)
        const expiresAt = await insertCode(store, trx, id, code)
        const after = { expires_at: expiresAt, source_network: code.sourceNetwork }
        return { result: expiresAt, audit: { action: 'probe.pair', object: `probe/${id}`, before: null, after } }
      })
    },

    /** Revokes all certificates of a probe and deletes its codes. The probe is blocked until it is paired again. */
    revoke(id: number, origin: AuditOrigin): Promise<'revoked' | 'absent'> {
      return auditedChange<'revoked' | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, id))) return { result: 'absent', audit: [] }
        const { certificates, codes } = await withdraw(store, trx, id)
        if (certificates.length + codes === 0) return { result: 'revoked', audit: [] }
        const before = { certificates, unused_codes: codes }
        return { result: 'revoked', audit: { action: 'probe.revoke', object: `probe/${id}`, before, after: null } }
      })
    },

    /** The probe of a usable code. The reason for a refusal is never disclosed. */
    findByCode: (shown: ShownCode): Promise<EnrollingProbe | 'refused'> => findByCode(db, shown),

    /**
     * Uses a code, once even if several clients present it at the same time, and stores the certificate issued for it.
     * Earlier certificates of the probe are revoked: the newly paired machine replaces the old one.
     */
    take(shown: ShownCode, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'taken' | 'refused'> {
      return auditedChange<'taken' | 'refused'>(store, origin, async (trx) => {
        const owner = await findByCode(trx, shown)
        // All writers lock the probe first: a revocation either comes before this and has deleted the code, or comes
        // after it and finds the certificate.
        if (owner === 'refused' || !(await lockProbe(trx, owner.id))) return { result: 'refused', audit: [] }
        const { id } = owner
        const used = await trx
          .updateTable('probe_enrolment as enrolment')
          .set({ used_at: now() })
          .where(openCode(shown))
          .returning('enrolment.probe_id')
          .executeTakeFirst()
        if (!used) return { result: 'refused', audit: [] }
        const replaced = await revokeCertificates(store, trx, id)
        // Copied certificates are all revoked now.
        await forgetAlarms(trx, now(), id)
        await enter(trx, id, certificate)
        return { result: 'taken', audit: { action: 'probe.enrol', ...trace(id, replaced, certificate) } }
      })
    },

    /**
     * Stores a further certificate for the probe that presents `present`, which stays valid until the new one is first
     * used. A newer one that was never used is replaced: the agent may have crashed before saving it. So a probe has at
     * most two valid certificates, and the caller keeps the one that it presented.
     */
    renew(present: Uint8Array, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'renewed' | 'refused'> {
      return auditedChange<'renewed' | 'refused'>(store, origin, async (trx) => {
        const id = await lockHolder(trx, present)
        if (id === undefined) return { result: 'refused', audit: [] }
        const ended = await storeRenewed(trx, now(), { present, next: certificate })
        if (ended === 'refused') return { result: 'refused', audit: [] }
        const before = [Buffer.from(present).toString('hex'), ...ended]
        return { result: 'renewed', audit: { action: 'probe.renew', ...trace(id, before, certificate) } }
      })
    },
  }

  async function enter(trx: Transaction<Database>, id: number, { fingerprint, notAfter }: NewProbeCertificate) {
    await trx
      .insertInto('probe_certificate')
      .values({ fingerprint: Buffer.from(fingerprint), probe_id: id, not_after: notAfter, issued_at: now() })
      .execute()
  }
}

function trace(
  id: number,
  before: string[],
  { fingerprint, notAfter }: NewProbeCertificate,
): Pick<AuditEntry, 'object' | 'before' | 'after'> {
  return {
    object: `probe/${id}`,
    before: before.length > 0 ? { certificates: before } : null,
    after: { certificate: Buffer.from(fingerprint).toString('hex'), not_after: notAfter },
  }
}
