import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** A pairing code that is to be kept: its digest, for how long it is good, and from where. */
export interface NewCode {
  /** SHA-256 of the code. */
  codeHash: Uint8Array
  minutes: number
  /** An address or CIDR network; from anywhere when null. */
  sourceNetwork: string | null
}

/** Keeps a code and answers when it ends. */
export async function insertCode(
  { now }: Store,
  trx: Transaction<Database>,
  probeId: number,
  { codeHash, minutes, sourceNetwork }: NewCode,
): Promise<Date> {
  const { expires_at } = await trx
    .insertInto('probe_enrolment')
    .values({
      code_hash: Buffer.from(codeHash),
      probe_id: probeId,
      created_at: now(),
      expires_at: sql<Date>`${now()} + make_interval(mins => ${minutes})`,
      // Whatever bits of the host it was given with.
      source_network: sql<string | null>`network(${sourceNetwork}::inet)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Takes back every code of a probe that was not used. What was used stays, for who asks later. */
export async function removeUnusedCodes(trx: Transaction<Database>, probeId: number): Promise<number> {
  const removed = await trx
    .deleteFrom('probe_enrolment')
    .where('probe_id', '=', probeId)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .execute()
  return removed.length
}

/**
 * Revokes every certificate of a probe that is not yet, and answers their fingerprints. Ones that were replaced unused
 * count as not yet: from now on their use is no sign of a clone either.
 */
export async function revokeCertificates(
  { now }: Store,
  trx: Transaction<Database>,
  probeId: number,
): Promise<string[]> {
  const revoked = await trx
    .updateTable('probe_certificate')
    .set({ revoked_at: now() })
    .where('probe_id', '=', probeId)
    .where(sql<boolean>`(revoked_at is null or revoked_at = superseded_at)`)
    .returning('fingerprint')
    .execute()
  return revoked.map(({ fingerprint }) => fingerprint.toString('hex'))
}

/** Ends all by which a probe can come in, or could. */
export async function withdraw(store: Store, trx: Transaction<Database>, probeId: number) {
  return { certificates: await revokeCertificates(store, trx, probeId), codes: await removeUnusedCodes(trx, probeId) }
}
