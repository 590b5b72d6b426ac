import { type Kysely, sql, type Transaction } from 'kysely'
import { auditedChange, type AuditEntry, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'
import { insertCode, type NewCode, removeUnusedCodes, revokeCertificates, withdraw } from './probe-enrolment-rows.ts'
import { lockProbe } from './probe-rows.ts'
import { replaceUnused, supersedeOlder } from './certificate-life.ts'
import { forgetAlarms } from './clone-alarm-rows.ts'

/** Who a certificate is to be made for. */
export interface EnrollingProbe {
  id: number
  fqdn: string
}

/** A certificate that is to be entered. */
export interface NewProbeCertificate {
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
  notAfter: Date
}

/** A code as someone showed it, and from where. */
export interface ShownCode {
  /** SHA-256 of the code. */
  codeHash: Uint8Array
  address: string
}

/** Certificates that ended longer ago than this are forgotten; the audit still names them. */
const KEPT_AFTER_END = sql`interval '30 days'`

export type ProbeEnrolmentStore = ReturnType<typeof createProbeEnrolmentStore>

/** How probes come to their certificates, and how these end. Every change is audited with it. */
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
    /** Gives a probe a new code; those that it had and did not use end. Certificates stay until the code is used. */
    pair(id: number, code: NewCode, origin: AuditOrigin): Promise<Date | 'absent'> {
      return auditedChange<Date | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, id))) return { result: 'absent', audit: [] }
        await removeUnusedCodes(trx, id)
        const expiresAt = await insertCode(store, trx, id, code)
        const after = { expires_at: expiresAt, source_network: code.sourceNetwork }
        return { result: expiresAt, audit: { action: 'probe.pair', object: `probe/${id}`, before: null, after } }
      })
    },

    /** Revokes every certificate of a probe and ends its codes: it is out until it is paired again. */
    revoke(id: number, origin: AuditOrigin): Promise<'revoked' | 'absent'> {
      return auditedChange<'revoked' | 'absent'>(store, origin, async (trx) => {
        if (!(await lockProbe(trx, id))) return { result: 'absent', audit: [] }
        const { certificates, codes } = await withdraw(store, trx, id)
        if (certificates.length + codes === 0) return { result: 'revoked', audit: [] }
        const before = { certificates, unused_codes: codes }
        return { result: 'revoked', audit: { action: 'probe.revoke', object: `probe/${id}`, before, after: null } }
      })
    },

    /** Whose code this is, while it can be used. Why it cannot is told to no one. */
    findByCode: (shown: ShownCode): Promise<EnrollingProbe | 'refused'> => findByCode(db, shown),

    /**
     * Uses a code, once even if several show it at the same time, and enters the certificate made for it. What the
     * probe had before is revoked: who is paired again takes the place of the old one.
     */
    take(shown: ShownCode, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'taken' | 'refused'> {
      return auditedChange<'taken' | 'refused'>(store, origin, async (trx) => {
        const owner = await findByCode(trx, shown)
        // The probe is locked first, by everybody: a revocation either comes before this and has removed the code, or
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
        // Nothing that was copied opens anything any more.
        await forgetAlarms(trx, now(), id)
        await enter(trx, id, certificate)
        return { result: 'taken', audit: { action: 'probe.enrol', ...trace(id, replaced, certificate) } }
      })
    },

    /**
     * Enters a further certificate for the probe whose present one this is, which lasts until the new one is first
     * used. A newer one that was never used is replaced: its owner may have crashed before it was saved. So a probe has
     * at most two that are good, and the caller keeps the one that it asked with.
     */
    renew(present: Uint8Array, certificate: NewProbeCertificate, origin: AuditOrigin): Promise<'renewed' | 'refused'> {
      return auditedChange<'renewed' | 'refused'>(store, origin, async (trx) => {
        const holder = await holderOf(trx, present)
        // Asked again under the lock: a revocation that came first counts.
        if (holder === undefined || !(await lockProbe(trx, holder)) || (await holderOf(trx, present)) === undefined) {
          return { result: 'refused', audit: [] }
        }
        const id = holder
        await sql`delete from probe_certificate where probe_id = ${id} and not_after < ${now()} - ${KEPT_AFTER_END}`.execute(
          trx,
        )
        await sql`
          update probe_certificate set first_used_at = ${now()}
          where fingerprint = ${Buffer.from(present)} and first_used_at is null
        `.execute(trx)
        const own = { probeId: id, fingerprint: present }
        const ended = [...(await supersedeOlder(trx, now(), own)), ...(await replaceUnused(trx, now(), own))]
        await enter(trx, id, certificate)
        const before = [Buffer.from(present).toString('hex'), ...ended]
        return { result: 'renewed', audit: { action: 'probe.renew', ...trace(id, before, certificate) } }
      })
    },
  }

  async function holderOf(trx: Transaction<Database>, fingerprint: Uint8Array): Promise<number | undefined> {
    const row = await trx
      .selectFrom('probe_certificate')
      .select('probe_id')
      .where('fingerprint', '=', Buffer.from(fingerprint))
      .where('revoked_at', 'is', null)
      // One that is superseded may finish what it began, and begins nothing.
      .where('superseded_at', 'is', null)
      .where('not_after', '>', now())
      .executeTakeFirst()
    return row?.probe_id
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
