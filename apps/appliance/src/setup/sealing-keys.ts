import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createKeyFile, createSealer, firstKeyRing, type Sealer } from '@watchpost/secrets'
import type { SealingKey } from '@watchpost/store'

/** Storage of the keys. */
export interface SealingKeyPorts {
  list(): Promise<SealingKey[]>
  register(key: Pick<SealingKey, 'version' | 'fingerprint'>): Promise<void>
}

/** Opens the key file after checking that it matches this database. */
export async function openSealer(keyFile: string, keys: Pick<SealingKeyPorts, 'list'>): Promise<Sealer> {
  const sealer = createSealer(keyFile)
  sealer.assertFits(await keys.list())
  return sealer
}

/**
 * The key file of this appliance, created at the first start. It is never created again for a database that has
 * secrets: a new key could not open them, and the missing file would go unnoticed.
 */
export async function ensureSealer(
  keyFile: string,
  keys: SealingKeyPorts,
): Promise<{ sealer: Sealer; isNew: boolean }> {
  const registered = await keys.list()
  const isFirst = registered.length === 0
  if (isFirst) mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
  const isNew = isFirst && createKeyFile(keyFile, firstKeyRing()) === 'created'
  const sealer = createSealer(keyFile)
  sealer.assertFits(registered)

  // A newer key in the store was prepared on another host and seals nothing yet: this host continues with its own keys.
  const newest = sealer.keys().at(-1)
  if (newest && newest.version > (registered.at(-1)?.version ?? 0)) await keys.register(newest)
  // Two hosts that start for the first time at once each create a key: the second one must not use its own.
  sealer.assertFits(await keys.list())
  return { sealer, isNew }
}
