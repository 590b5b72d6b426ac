import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, readIfThere } from '../disk/disk.ts'
import type { Identity } from '../send/https-client.ts'

/**
 * The certificate, its key and the CA, as files. Two files cannot be replaced at once: the new ones are written next to
 * the old ones, and the next reader completes an interrupted change. Every step is synced to disk before the next one
 * starts.
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
    /** Replaces all identities by this one. */
    async write(identity: Identity): Promise<void> {
      await draft(identity)
      await adopt(identity)
      await forgetPrevious()
    },
    /** Keeps the previous identity until `forgetPrevious`, in case the appliance does not know the new one. */
    async renew(next: Identity, previous: Identity): Promise<void> {
      await draft(next)
      await disk.replace(path.previousKey, previous.key)
      await disk.replace(path.previousCert, previous.cert)
      await adopt(next)
    },
    /** Deletes the previous identity, once the new one was accepted. */
    forgetPrevious,
    /**
     * `absent` before enrolment; `broken` when the files do not belong together. Only for the start of the agent: it
     * completes an interrupted change, and would take the new certificate from a renewal that is in progress.
     */
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
    /** The identity before a renewal, while it is not known whether the appliance has seen the new one. */
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
