import { sql, type Transaction } from 'kysely'
import type { Store } from '../database/connect-store.ts'
import type { Database } from '../database/database.ts'

/** A pairing code to store: its digest, its lifetime and its allowed source. */
export interface NewCode {
  /** SHA-256 of the code. */
  codeHash: Uint8Array
  minutes: number
  /** An IP address or CIDR network; null means anywhere. */
  sourceNetwork: string | null
}

/** Stores a code and returns its expiry time. */
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
      // Clear the host bits.
      source_network: sql<string | null>`network(${sourceNetwork}::inet)`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Deletes the unused codes of a probe. Used ones stay for later inspection. */
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
 * Revokes all certificates of a probe that are not revoked yet, and returns their fingerprints. Includes those that
 * were replaced unused, so that a later use of them is not a sign of a clone.
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

/** Ends every certificate and code of a probe. */
export async function withdraw(store: Store, trx: Transaction<Database>, probeId: number) {
  return { certificates: await revokeCertificates(store, trx, probeId), codes: await removeUnusedCodes(trx, probeId) }
}
