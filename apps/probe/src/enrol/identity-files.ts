import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, readIfThere } from '../disk/disk.ts'
import type { Identity } from '../send/https-client.ts'

/**
 * The certificate, its key and the authority, as files. Two files cannot be replaced at once: the new ones are written
 * next to the old ones, and a change that was cut off in the middle is finished by the next reader. Every step is on
 * the disk before the next one begins.
 */
export function createIdentityFiles(folder: string, disk: Disk) {
  const path = {
    ca: join(folder, 'ca.pem'),
    cert: join(folder, 'cert.pem'),
    key: join(folder, 'key.pem'),
    nextCert: join(folder, 'cert-next.pem'),
    nextKey: join(folder, 'key-next.pem'),
    previousCert: join(folder, 'cert-previous.pem'),
    previousKey: join(folder, 'key-previous.pem'),
  }

  async function draft({ cert, key }: Identity): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await disk.replace(path.nextKey, key)
    await disk.replace(path.nextCert, cert)
  }

  async function adopt({ ca }: Identity): Promise<void> {
    await disk.replace(path.ca, ca)
    await disk.rename(path.nextKey, path.key)
    await disk.rename(path.nextCert, path.cert)
  }

  async function forgetPrevious(): Promise<void> {
    await disk.remove(path.previousKey)
    await disk.remove(path.previousCert)
  }

  return {
    /** From now on there is this identity and no other. */
    async write(identity: Identity): Promise<void> {
      await draft(identity)
      await adopt(identity)
      await forgetPrevious()
    },
    /** Keeps the one from before until `forgetPrevious`, should the appliance not know the new one. */
    async renew(next: Identity, previous: Identity): Promise<void> {
      await draft(next)
      await disk.replace(path.previousKey, previous.key)
      await disk.replace(path.previousCert, previous.cert)
      await adopt(next)
    },
    /** The new one was taken: the one from before is of no use any more. */
    forgetPrevious,
    /** `absent` before enrolling; `broken` when the files do not belong together. */
    async read(): Promise<Identity | 'absent' | 'broken'> {
      const [ca, cert, key, nextCert] = await Promise.all([
        readIfThere(path.ca),
        readIfThere(path.cert),
        readIfThere(path.key),
        readIfThere(path.nextCert),
      ])
      if (ca === undefined || key === undefined) return 'absent'
      if (cert !== undefined && belong(cert, key)) return { ca, cert, key }
      if (nextCert === undefined || !belong(nextCert, key)) return 'broken'
      await disk.rename(path.nextCert, path.cert)
      return { ca, cert: nextCert, key }
    },
    /** The identity from before a renewal of which it is not known whether the appliance has seen it. */
    async readPrevious(): Promise<Identity | undefined> {
      const [ca, cert, key, present] = await Promise.all([
        readIfThere(path.ca),
        readIfThere(path.previousCert),
        readIfThere(path.previousKey),
        readIfThere(path.cert),
      ])
      if (ca === undefined || cert === undefined || key === undefined) return undefined
      return cert !== present && belong(cert, key) ? { ca, cert, key } : undefined
    },
  }
}
export type IdentityFiles = ReturnType<typeof createIdentityFiles>

function belong(certPem: string, keyPem: string): boolean {
  try {
    return new X509Certificate(certPem).checkPrivateKey(createPrivateKey(keyPem))
  } catch {
    return false
  }
}
