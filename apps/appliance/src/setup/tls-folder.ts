import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KeyPair } from '@watchpost/pki'

/** Certificate and key with that name, if both exist. */
export function readPair(folder: string, name: string): KeyPair | undefined {
  const certFile = join(folder, `${name}.pem`)
  const keyFile = join(folder, `${name}-key.pem`)
  if (!existsSync(certFile) || !existsSync(keyFile)) return undefined
  return { certPem: readFileSync(certFile, 'utf8'), keyPem: readFileSync(keyFile, 'utf8') }
}

/** Writes the key first, so that a reader that sees the certificate finds its key. */
export function writePair(folder: string, name: string, { certPem, keyPem }: KeyPair): void {
  writeWhole(join(folder, `${name}-key.pem`), keyPem, 0o600)
  writeWhole(join(folder, `${name}.pem`), certPem, 0o644)
}

/** Writes a file atomically. */
export function writeWhole(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, text, { mode })
  renameSync(`${path}.new`, path)
}
