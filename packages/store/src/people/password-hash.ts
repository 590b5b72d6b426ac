import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** Argon2id at OWASP's first choice: 46 MiB in one pass, about a tenth of a second of one core. */
const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32
const keyIdBytes = 6

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})(?:,keyid=([A-Za-z0-9+/]{1,11}))?\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** The name of the pepper among the sealed secrets. */
export const pepperName = 'password-pepper'

/** Makes and checks password hashes. */
export interface PasswordHash {
  /** A PHC string (`$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$hash`): it carries its own cost, so the cost can rise. */
  hash(password: string): Promise<string>
  /** Whether the password made this hash. Takes the same time whichever it is. */
  verify(password: string, phc: string): Promise<boolean>
  /** Whether it was made with the present cost and pepper; if not, the next right password should make it again. */
  isCurrent(phc: string): boolean
  /**
   * A hash that no password makes. Checked in place of the one an unknown name does not have, so that the time of the
   * answer does not tell which names exist.
   */
  nobodysHash: string
}

/**
 * Hashes with a pepper: a secret that is not in the table of accounts, without which a stolen table cannot be guessed
 * at. `keyid` tells which pepper it was; a hash without one was made without.
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
      // With a pepper that is lost no password fits any more; the answer takes as long and is that of a wrong one.
      const isLost = madeWith !== undefined && madeWith !== keyId
      return timingSafeEqual(actual, expected) && !isLost
    },

    isCurrent: (phc) => phc.startsWith(`${head}$`),
    nobodysHash: `${head}$${encode(randomBytes(saltBytes))}$${encode(randomBytes(tagBytes))}`,
  }
}

/** Composed form: the same letters typed on two keyboards are one password. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
