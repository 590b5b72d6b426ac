import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority, isServing, issueServerCertificate, SERVER_DAYS } from '@watchpost/pki'
import type { ServerTls } from '@watchpost/servers'
import { type StackFolder, writePrivately } from '../stack-folder.ts'

const served = { names: ['localhost'], addresses: ['127.0.0.1'] }

/** Where the certificate of the servers of a secured stack is, and that of the CA which signed it. */
export function serverTlsOf({ serversTls }: Pick<StackFolder, 'serversTls'>): ServerTls {
  const file = (name: string) => join(serversTls, name)
  return { caFile: file('ca.pem'), certFile: file('server.pem'), keyFile: file('server-key.pem') }
}

/** The parameters of a URL of PostgreSQL that verify its certificate. */
export function storeTlsQuery(folder: Pick<StackFolder, 'serversTls'>): string {
  return `sslmode=verify-full&sslrootcert=${encodeURIComponent(serverTlsOf(folder).caFile)}`
}

/** Creates them at the first start, and again before they expire. The key of the CA is not kept. */
export async function ensureServerCertificates(folder: StackFolder): Promise<void> {
  const { caFile, certFile, keyFile } = serverTlsOf(folder)
  const text = (path: string) => readFileSync(path, 'utf8')
  if (existsSync(certFile) && isServing(text(certFile), text(caFile), served)) return
  const authority = await createAuthority({ commonName: 'Watchpost stack servers', days: SERVER_DAYS })
  const server = await issueServerCertificate(authority, { ...served, days: SERVER_DAYS })
  mkdirSync(folder.serversTls, { recursive: true, mode: 0o700 })
  writePrivately(keyFile, server.keyPem)
  writePrivately(caFile, authority.certPem)
  // Last: an interrupted run starts again.
  writePrivately(certFile, server.certPem)
}
