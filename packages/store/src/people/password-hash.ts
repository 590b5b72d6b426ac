import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/**
 * Argon2id with the first parameters that OWASP recommends: 46 MiB in one pass, about a tenth of a second of one core.
 */
const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const keyIdBytes = 6

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})(?:,keyid=([A-Za-z0-9+/]{1,11}))?\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** The name of the sealed secret that holds the pepper. */
export const pepperName = 'password-pepper'

/** Creates and verifies password hashes. */
export interface PasswordHash {
  /**
   * A PHC string (`$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$hash`). It contains its own cost, so that the cost can rise.
   */
  hash(password: string): Promise<string>
  /** Whether the password matches this hash, in constant time. */
  verify(password: string, phc: string): Promise<boolean>
  /** Whether it was made with the current cost and pepper. If not, the next successful login should hash again. */
  isCurrent(phc: string): boolean
  /**
   * A dummy hash that no password matches. Verified for unknown names, so that the response time does not reveal which
   * names exist.
   */
  nobodysHash: string
}

/**
 * Hashes with a pepper: a secret outside the account table. Without it, the hashes of a stolen table cannot be cracked.
 * `keyid` identifies the pepper; a hash without `keyid` was made without one.
 */
export function createPasswordHash(pepper: Uint8Array): PasswordHash {
  const keyId = encode(createHash('sha256').update(pepper).digest().subarray(0, keyIdBytes))
  const head = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism},keyid=${keyId}`

  return {
    async hash(password) {
      const nonce = randomBytes(saltBytes)
      const tag = await derive('argon2id', {
        message: bytesOf(password),
        nonce,
        tagLength: tagBytes,
        ...cost,
        secret: pepper,
      })
      return `${head}$${encode(nonce)}$${encode(tag)}`
    },

    async verify(password, phc) {
      const [, memory, passes, parallelism, madeWith, salt, tag] = phcPattern.exec(phc) ?? []
      if (!memory || !passes || !parallelism || !salt || !tag) throw new Error('a stored password hash is not readable')
      const expected = Buffer.from(tag, 'base64')
      const actual = await derive('argon2id', {
        message: bytesOf(password),
        nonce: Buffer.from(salt, 'base64'),
        tagLength: expected.length,
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        ...(madeWith && { secret: pepper }),
      })
      // No password matches once the pepper is lost. The check still takes the same time and fails like a wrong
      // password.
      const isLost = madeWith !== undefined && madeWith !== keyId
      return timingSafeEqual(actual, expected) && !isLost
    },

    isCurrent: (phc) => phc.startsWith(`${head}$`),
    nobodysHash: `${head}$${encode(randomBytes(saltBytes))}$${encode(randomBytes(tagBytes))}`,
  }
}

/** NFC form, so that the same characters typed on two keyboards are the same password. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
