import { type Kysely, sql, type Transaction } from 'kysely'
import { auditedChange, type AuditEntry, type AuditOrigin } from '../audit/audit-store.ts'
import type { Store } from '../database/connect-store.ts'
import type { CertificatePurpose, Database } from '../database/database.ts'
import { sealedColumns, type SealedSecretStore } from './sealed-secret-store.ts'

/** A certificate with its chain and its private key, all PEM. */
export interface StoredCertificate {
  purpose: CertificatePurpose
  chainPem: string
  keyPem: string
  /** SHA-256 of the certificate in DER. */
  fingerprint: Buffer
  notAfter: Date
}

/** A certificate to store. */
export type NewCertificate = Omit<StoredCertificate, 'purpose'>

/** The certificate without its private key. */
export type PublicCertificate = Omit<StoredCertificate, 'keyPem'>

export type CertificateStore = ReturnType<typeof createCertificateStore>

const publicColumns = ['purpose', 'chain_pem as chainPem', 'fingerprint', 'not_after as notAfter'] as const

/** The appliance's certificates. Private keys are stored sealed; every change is audited. */
export function createCertificateStore(store: Store, secrets: Pick<SealedSecretStore, 'open' | 'write' | 'remove'>) {
  return {
    /** Without the private key. */
    find: (purpose: CertificatePurpose): Promise<PublicCertificate | 'absent'> => find(store.db, purpose),

    /** All certificates without their private keys. */
    list: (): Promise<PublicCertificate[]> => listCertificates(store),

    /** With the private key. Both come from one query, so that they always match. */
    async read(purpose: CertificatePurpose): Promise<StoredCertificate | 'absent'> {
      const row = await store.db
        .selectFrom('certificate')
        .innerJoin('sealed_secret', (join) =>
          join.on('sealed_secret.name', '=', sql<string>`'certificate-key/' || certificate.purpose`),
        )
        .select(publicColumns)
        .select(sealedColumns)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      if (!row) return 'absent'
      const { kekVersion, wrappedKey, ciphertext, ...certificate } = row
      const key = secrets.open(keyName(purpose), { kekVersion, wrappedKey, ciphertext })
      return { ...certificate, keyPem: key.toString('utf8') }
    },

    /** Replaces a certificate. `make` is called under a lock and may keep the current certificate. */
    replace(
      origin: AuditOrigin,
      purpose: CertificatePurpose,
      make: (present: PublicCertificate | 'absent') => Promise<NewCertificate | 'kept'>,
    ): Promise<'replaced' | 'kept'> {
      return auditedChange<'replaced' | 'kept'>(store, origin, async (trx) => {
        await lock(trx)
        const present = await find(trx, purpose)
        const made = await make(present)
        if (made === 'kept') return { result: 'kept', audit: [] }
        await secrets.write(trx, keyName(purpose), Buffer.from(made.keyPem, 'utf8'))
        await write(trx, purpose, made)
        return { result: 'replaced', audit: entry('certificate.replace', purpose, present, made) }
      })
    },

    /** Removes a certificate and its key. */
    withdraw(origin: AuditOrigin, purpose: CertificatePurpose): Promise<'withdrawn' | 'absent'> {
      return auditedChange<'withdrawn' | 'absent'>(store, origin, async (trx) => {
        await lock(trx)
        const present = await find(trx, purpose)
        if (present === 'absent') return { result: 'absent', audit: [] }
        await trx.deleteFrom('certificate').where('purpose', '=', purpose).execute()
        await secrets.remove(trx, keyName(purpose))
        return { result: 'withdrawn', audit: entry('certificate.withdraw', purpose, present, 'absent') }
      })
    },
  }
}

/** All certificates without their private keys; needs no sealing key. */
export function listCertificates({ db }: Store): Promise<PublicCertificate[]> {
  return db.selectFrom('certificate').select(publicColumns).orderBy('changed_at').execute()
}

/** Changes are rare. Serialise them to avoid races between checks and writes. */
async function lock(trx: Transaction<Database>): Promise<void> {
  await sql`lock table certificate in share row exclusive mode`.execute(trx)
}

async function find(db: Kysely<Database>, purpose: CertificatePurpose): Promise<PublicCertificate | 'absent'> {
  const row = await db.selectFrom('certificate').select(publicColumns).where('purpose', '=', purpose).executeTakeFirst()
  return row ?? 'absent'
}

async function write(
  trx: Transaction<Database>,
  purpose: CertificatePurpose,
  { chainPem, fingerprint, notAfter }: NewCertificate,
): Promise<void> {
  const values = { chain_pem: chainPem, fingerprint, not_after: notAfter }
  await trx
    .insertInto('certificate')
    .values({ purpose, ...values })
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet({ ...values, changed_at: sql`now()` }))
    .execute()
}

type Shown = Pick<PublicCertificate, 'fingerprint' | 'notAfter'>

function entry(
  action: string,
  purpose: CertificatePurpose,
  before: Shown | 'absent',
  after: Shown | 'absent',
): AuditEntry {
  return { action, object: `certificate/${purpose}`, before: shown(before), after: shown(after) }
}

function shown(certificate: Shown | 'absent') {
  if (certificate === 'absent') return null
  return { fingerprint_sha256: certificate.fingerprint.toString('hex'), not_after: certificate.notAfter.toISOString() }
}

function keyName(purpose: CertificatePurpose): string {
  return `certificate-key/${purpose}`
}
