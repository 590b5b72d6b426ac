import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, readIfThere } from '../disk/disk.ts'
import type { Identity } from '../send/https-client.ts'

/**
 * The certificate, its key and the authority, as files. Two files cannot be replaced at once: the new ones are written
 * beside the old ones, and a change that was cut off in the middle is finished by whoever reads them next.
 */
export function createIdentityFiles(folder: string, disk: Disk) {
  const path = {
    ca: join(folder, 'ca.pem'),
    cert: join(folder, 'cert.pem'),
    key: join(folder, 'key.pem'),
    nextCert: join(folder, 'cert-next.pem'),
    nextKey: join(folder, 'key-next.pem'),
  }

  return {
    async write({ ca, cert, key }: Identity): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await disk.replace(path.nextKey, key)
      await disk.replace(path.nextCert, cert)
      await disk.replace(path.ca, ca)
      await disk.rename(path.nextKey, path.key)
      await disk.rename(path.nextCert, path.cert)
    },
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
