import { KeyFileError, readKeyFile, replaceKeyFile, type Sealer, withNewKey, withoutKeys } from '@watchpost/secrets'
import type { AuditOrigin, SealingKeyStore } from '@watchpost/store'

const BATCH = 500

export interface RotationPorts {
  keyFile: string
  sealer: Sealer
  keys: Pick<SealingKeyStore, 'list' | 'register' | 'rewrap' | 'retireOlder'>
  origin: AuditOrigin
  say(line: string): void
}

/**
 * Makes the newest key of the file the only one. Adds a key, or continues with the one that an earlier run added; wraps
 * all secrets again while others read them; and removes the older keys once nothing needs them. It may be interrupted
 * at any point and run again. With `isPrepareOnly` it stops after adding, so that the file can be copied to other hosts
 * first.
 */
export async function rotateKeys(ports: RotationPorts, { isPrepareOnly = false } = {}): Promise<number> {
  const { keyFile, sealer, keys, origin, say } = ports
  const newest = await beginOrGoOn(ports)
  if (isPrepareOnly) {
    say(`version ${newest} is in ${keyFile}: copy the file to every host that runs api or gateway, then rotate`)
    return 0
  }

  let count = 0
  for (;;) {
    const wrapped = await keys.rewrap(newest, sealer.rewrap, BATCH)
    count += wrapped
    if (wrapped > 0) continue
    // A service that did not know the new key may have sealed another secret with an old one in the meantime.
    if ((await keys.retireOlder(origin, newest)) === 'retired') break
  }
  // Remove a key from the file only after the store can no longer need it.
  const ring = readKeyFile(keyFile)
  const old = ring.keys.map(({ version }) => version).filter((version) => version < newest)
  if (old.length > 0) replaceKeyFile(keyFile, withoutKeys(ring, new Set(old)))
  say(`${count} secret(s) wrapped again; version ${newest} is the only key now. Make a new copy of ${keyFile}.`)
  return count
}

/** The version to rotate to. The key is in the file, synced to disk, before the store learns of it. */
async function beginOrGoOn({ keyFile, sealer, keys, say }: RotationPorts): Promise<number> {
  const registered = await keys.list()
  const ring = readKeyFile(keyFile)
  const inFile = ring.keys.at(-1)?.version ?? 0
  const inStore = registered.at(-1)?.version ?? 0
  if (inFile < inStore) {
    throw new KeyFileError(
      `${keyFile} lacks version ${inStore} of the sealing keys: a rotation was begun on another host. Copy its key file here.`,
    )
  }
  const isUnderWay = inFile > inStore || registered.length > 1
  if (!isUnderWay) replaceKeyFile(keyFile, withNewKey(ring))
  sealer.reload()
  const newest = sealer.keys().at(-1)
  if (!newest) throw new Error('the key file has no key')
  await keys.register(newest)
  say(isUnderWay ? `going on with version ${newest.version}` : `version ${newest.version} made`)
  return newest.version
}
