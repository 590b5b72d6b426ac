import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createAuthority, expiryOf, issueServerCertificate, type KeyPair } from '@watchpost/pki'

const SERVER_DAYS = 365
const DAY_MS = 86_400_000
/** A certificate is replaced while it is still good for this long. */
const RENEW_BEFORE_MS = 30 * DAY_MS

/** The appliance's own authority; made once, since every probe and client trusts exactly this one. */
export async function ensureAuthority(folder: string): Promise<{ authority: KeyPair; isNew: boolean }> {
  const known = readPair(folder, 'ca')
  if (known) return { authority: known, isNew: false }
  const authority = await createAuthority({ commonName: 'Watchpost appliance' })
  writePair(folder, 'ca', authority)
  return { authority, isNew: true }
}

/** The certificate of API and gateway: kept while it speaks for all names and is not about to expire. */
export async function ensureServerCertificate(
  folder: string,
  authority: KeyPair,
  names: readonly string[],
): Promise<'kept' | 'issued'> {
  const known = readPair(folder, 'server')
  if (known && isGood(known, authority, names)) return 'kept'
  const issued = await issueServerCertificate(authority, {
    names: names.filter((name) => !isAddress(name)),
    addresses: names.filter(isAddress),
    days: SERVER_DAYS,
  })
  writePair(folder, 'server', issued)
  return 'issued'
}

function isAddress(name: string): boolean {
  return isIP(name) > 0
}

/** Whether a certificate is ours and lasts long enough. */
export function isFresh(certPem: string, authority: KeyPair, now = Date.now()): boolean {
  const certificate = new X509Certificate(certPem)
  const issuer = new X509Certificate(authority.certPem)
  return certificate.verify(issuer.publicKey) && expiryOf(certPem).getTime() - now > RENEW_BEFORE_MS
}

function isGood({ certPem }: KeyPair, authority: KeyPair, names: readonly string[]): boolean {
  const certificate = new X509Certificate(certPem)
  return (
    isFresh(certPem, authority) &&
    names.every((name) => (isAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
  )
}

/** Certificate and key of that name, if both are there. */
export function readPair(folder: string, name: string): KeyPair | undefined {
  const certFile = join(folder, `${name}.pem`)
  const keyFile = join(folder, `${name}-key.pem`)
  if (!existsSync(certFile) || !existsSync(keyFile)) return undefined
  return { certPem: readFileSync(certFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') }
}

/** Writes the key first: whoever sees the certificate finds its key. */
export function writePair(folder: string, name: string, { certPem, keyPem }: KeyPair): void {
  mkdirSync(folder, { recursive: true })
  writeWhole(join(folder, `${name}-key.pem`), keyPem, 0o600)
  writeWhole(join(folder, `${name}.pem`), certPem, 0o644)
}

function writeWhole(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.new`, text, { mode })
  renameSync(`${path}.new`, path)
}
