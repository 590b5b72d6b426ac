import { sql, type Transaction } from 'kysely'
import type { Store } from './connect-store.ts'
import type { Database } from './database.ts'

export interface Probe {
  id: number
  fqdn: string
  /** It has a certificate that is neither revoked nor expired. */
  isPaired: boolean
  paused: boolean
}

export interface NewProbe {
  /** The next free number when left out. */
  id?: number
  fqdn: string
  /** SHA-256 of the certificate in DER. */
  fingerprint: Uint8Array
  notAfter: Date
}

export type ProbeStore = ReturnType<typeof createProbeStore>

export function createProbeStore({ db }: Store) {
  return {
    /** Adds a probe and its certificate. Adding the same again changes nothing; a new certificate joins the others. */
    add(probe: NewProbe): Promise<{ id: number } | 'id-taken' | 'fqdn-taken' | 'certificate-taken'> {
      return db.transaction().execute(async (trx) => {
        // Adding is rare; one at a time spares every race between its checks and its writes.
        await sql`lock table probe in share row exclusive mode`.execute(trx)
        const known = await findByName(trx, probe.fqdn)
        if (known && probe.id !== undefined && known.id !== probe.id) return 'fqdn-taken'
        const fingerprint = Buffer.from(probe.fingerprint)
        const holder = await trx
          .selectFrom('probe_certificate')
          .select('probe_id')
          .where('fingerprint', '=', fingerprint)
          .executeTakeFirst()
        if (holder) return holder.probe_id === known?.id ? known : 'certificate-taken'

        const owner = known ?? (await insert(trx, probe))
        if (owner === 'id-taken') return owner
        await trx
          .insertInto('probe_certificate')
          .values({ fingerprint, probe_id: owner.id, not_after: probe.notAfter })
          .execute()
        return owner
      })
    },

    /** Whose certificate this is. `isPaired` speaks of this very certificate: another valid one does not excuse it. */
    async findByFingerprint(fingerprint: Uint8Array): Promise<(Probe & { notAfter: Date }) | 'absent'> {
      const row = await db
        .selectFrom('probe_certificate as certificate')
        .innerJoin('probe', 'probe.id', 'certificate.probe_id')
        .select(['probe.id', 'probe.fqdn', 'probe.paused_at', 'certificate.not_after as notAfter'])
        .select(sql<boolean>`certificate.revoked_at is null and certificate.not_after > now()`.as('isPaired'))
        .where('certificate.fingerprint', '=', Buffer.from(fingerprint))
        .where('probe.deleted_at', 'is', null)
        .executeTakeFirst()
      if (!row) return 'absent'
      const { paused_at, ...probe } = row
      return { ...probe, paused: paused_at !== null }
    },

    /** Every probe that is not deleted, by number. */
    async list(): Promise<Probe[]> {
      const rows = await db
        .selectFrom('probe')
        .select(['id', 'fqdn', 'paused_at', isPaired.as('isPaired')])
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ paused_at, ...probe }) => ({ ...probe, paused: paused_at !== null }))
    },
  }
}

const isPaired = sql<boolean>`exists (
  select from probe_certificate
  where probe_id = probe.id and revoked_at is null and not_after > now()
)`

function findByName(trx: Transaction<Database>, fqdn: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('probe')
    .select('id')
    .where(sql`lower(fqdn)`, '=', sql`lower(${fqdn})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

async function insert(trx: Transaction<Database>, { id, fqdn }: NewProbe): Promise<{ id: number } | 'id-taken'> {
  const inserted = await trx
    .insertInto('probe')
    .values({ id, fqdn })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return 'id-taken'
  if (id !== undefined) await skipNumbersInUse(trx)
  return inserted
}

/** A number that was given by hand must not come up again when one is asked for. */
async function skipNumbersInUse(trx: Transaction<Database>): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('probe', 'id'), (select max(id) from probe))`.execute(trx)
}
