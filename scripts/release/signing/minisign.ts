import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CHECKSUMS } from './checksums.ts'

/**
 * Signs the list of digests. minisign asks for the password of the key on the terminal; the key is never read here. The
 * trusted comment is part of the signature, so that the list of another release does not pass for this one.
 */
export function signChecksums(folder: string, key: string, comment: string): void {
  minisign(['-S', '-s', key, '-m', join(folder, CHECKSUMS), '-t', comment])
}

/** Fails unless the list of digests was signed by the owner of this public key. Shows the trusted comment. */
export function verifySignature(folder: string, publicKey: string): void {
  minisign(['-V', '-p', publicKey, '-m', join(folder, CHECKSUMS)])
}

function minisign(args: readonly string[]): void {
  const { status, error } = spawnSync('minisign', args, { stdio: 'inherit' })
  if (error) throw new Error('minisign cannot be run: install it with `apt install minisign`', { cause: error })
  if (status !== 0) throw new Error(`minisign ended with code ${status}`)
}
