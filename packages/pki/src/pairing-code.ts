import { createHash, randomBytes } from 'node:crypto'
import { pinOf } from './certificate-facts.ts'

/** 160 bits cannot be guessed, and can still be typed. */
const TOKEN_BYTES = 20
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** How long a code is valid. */
export const PAIRING_MINUTES = 15

/** A pairing code for a probe as it is shown, and what is stored of it. */
export interface PairingCode {
  /** The token, a dot, and the pin by which the probe verifies the authority before it sends the token. */
  code: string
  /** SHA-256 of the token. */
  codeHash: Buffer
}

export function newPairingCode(authorityPem: string): PairingCode {
  const token = base32Of(randomBytes(TOKEN_BYTES))
  return { code: `${token}.${pinOf(authorityPem)}`, codeHash: hashPairingToken(token) }
}

/** Only the hash is stored: the database contains no code. */
export function hashPairingToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The command to run on the probe. */
export function enrolCommand(gatewayUrl: string, code: string): string {
  return `watchpost-probe enrol --appliance ${gatewayUrl} --code ${code}`
}

/** Base32 without padding, in lower case: five bits per character. */
function base32Of(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('')
}
