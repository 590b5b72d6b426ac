import { expiryOf, fingerprintOf, type KeyPair } from '@watchpost/pki'
import type { Store } from '@watchpost/store'

/** Registers a certificate for a probe as if the appliance had issued it. */
export async function enterCertificate(
  { db }: Store,
  probe: number,
  { certPem }: KeyPair,
  notAfter = expiryOf(certPem),
): Promise<void> {
  await db
    .insertInto('probe_certificate')
    .values({ fingerprint: fingerprintOf(certPem), probe_id: probe, not_after: notAfter })
    .execute()
}
