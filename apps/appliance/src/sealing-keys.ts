import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createKeyFile, createSealer, firstKeyRing, KeyFileError, type Sealer } from '@watchpost/secrets'
import type { SealingKey } from '@watchpost/store'

/** What the keys need from storage. */
export interface SealingKeyPorts {
  list(): Promise<SealingKey[]>
  register(key: Pick<SealingKey, 'version' | 'fingerprint'>): Promise<void>
}

/** Opens with the keys of the file, once it is known to be the right one for this database. */
export async function openSealer(keyFile: string, keys: Pick<SealingKeyPorts, 'list'>): Promise<Sealer> {
  const sealer = createSealer(keyFile)
  sealer.assertFits(await keys.list())
  return sealer
}

/**
 * The key file of this appliance; made at the first start. Never made anew for a database that has secrets already:
 * a new key could not open them, and the missing file would go unnoticed.
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

  const newest = sealer.keys().at(-1)
  const known = registered.at(-1)?.version ?? 0
  if (!newest || newest.version < known) {
    throw new KeyFileError(
      `${keyFile} lacks version ${known} of the sealing keys. Copy the file of the host where they were rotated.`,
    )
  }
  await keys.register(newest)
  return { sealer, isNew }
}
