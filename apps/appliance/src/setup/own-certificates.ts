import { existsSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import {
  createAuthority,
  fingerprintOf,
  isServing,
  issueServerCertificate,
  type KeyPair,
  recordOf,
  SERVER_DAYS,
} from '@watchpost/pki'
import type { AuditOrigin, CertificateStore } from '@watchpost/store'
import { readPair, writeWhole } from './tls-folder.ts'

type Certificates = Pick<CertificateStore, 'read' | 'replace'>

/** The appliance's own CA. It is created once, since every probe and client trusts exactly this one. */
export async function ensureAuthority(
  certificates: Certificates,
  origin: AuditOrigin,
  folder: string,
): Promise<{ authority: KeyPair; outcome: 'made' | 'kept' | 'sealed' }> {
  // If the folder still has a key file of the CA, adopt that key.
  const inFolder = readPair(folder, 'ca')
  const outcome = await certificates.replace(origin, 'authority', async (present) => {
    if (present !== 'absent') return 'kept'
    return recordOf(inFolder ?? (await createAuthority({ commonName: 'Watchpost appliance' })))
  })
  const stored = await readAuthority(certificates)
  if (inFolder && !fingerprintOf(inFolder.certPem).equals(fingerprintOf(stored.certPem))) {
    throw new Error(`${join(folder, 'ca.pem')} is another authority than the one in the database: move it away`)
  }
  writeWhole(join(folder, 'ca.pem'), stored.certPem, 0o644)
  // Remove the plain key file only now, when the store is known to have the key.
  removePlainKeys(folder)
  return { authority: stored, outcome: outcome === 'kept' ? 'kept' : inFolder ? 'sealed' : 'made' }
}

/** The CA with its key, from the store. */
export async function readAuthority(certificates: Pick<Certificates, 'read'>): Promise<KeyPair> {
  const stored = await certificates.read('authority')
  if (stored === 'absent') throw new Error('the store holds no authority: run `watchpost init` first')
  return { certPem: stored.chainPem, keyPem: stored.keyPem }
}

/** The certificate of API and gateway. It is kept while it covers all names and does not expire soon. */
export async function ensureServerCertificate(
  certificates: Certificates,
  origin: AuditOrigin,
  authority: KeyPair,
  hosts: readonly string[],
): Promise<'kept' | 'issued'> {
  const served = { names: hosts.filter((each) => !isAddress(each)), addresses: hosts.filter(isAddress) }
  const outcome = await certificates.replace(origin, 'appliance', async (present) => {
    if (present !== 'absent' && isServing(present.chainPem, authority.certPem, served)) return 'kept'
    return recordOf(await issueServerCertificate(authority, { ...served, days: SERVER_DAYS }))
  })
  return outcome === 'kept' ? 'kept' : 'issued'
}

function isAddress(host: string): boolean {
  return isIP(host) > 0
}

/** Removes key files from before keys were sealed. */
function removePlainKeys(folder: string): void {
  for (const name of ['ca-key.pem', 'server-key.pem', 'server.pem']) {
    const path = join(folder, name)
    if (existsSync(path)) rmSync(path)
  }
}
