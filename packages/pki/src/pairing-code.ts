import { createHash, randomBytes } from 'node:crypto'
import { pinOf } from './certificate-facts.ts'

/** 160 bits: no one guesses it, and it can still be typed. */
const TOKEN_BYTES = 20
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** For how long a code can be used. */
export const PAIRING_MINUTES = 15

/** A code for a probe to be paired with, as it is shown, and what is kept of it. */
export interface PairingCode {
  /** The token, a dot, and the pin by which the probe knows the authority before it shows the token to anybody. */
  code: string
  /** SHA-256 of the token. */
  codeHash: Buffer
}

export function newPairingCode(authorityPem: string): PairingCode {
  const token = base32Of(randomBytes(TOKEN_BYTES))
  return { code: `${token}.${pinOf(authorityPem)}`, codeHash: hashPairingToken(token) }
}

/** Only this is ever stored: the database holds no code. */
export function hashPairingToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What is typed on the probe. */
export function enrolCommand(gatewayUrl: string, code: string): string {
  return `watchpost-probe enrol --appliance ${gatewayUrl} --code ${code}`
}

/** Without padding, in lower case: five bits a character. */
function base32Of(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32[Number.parseInt(five, 2)]).join('')
}
