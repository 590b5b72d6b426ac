import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** Argon2id at OWASP's first choice: 46 MiB in one pass, about a tenth of a second of one core. */
const cost = { memory: 47_104, passes: 1, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** A PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`): it carries its own cost, so the cost can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await derive('argon2id', { message: bytesOf(password), nonce: salt, tagLength: tagBytes, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/** Whether the password made this hash. Takes the same time whichever it is. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(phc) ?? []
  if (!memory || !passes || !parallelism || !salt || !tag) throw new Error('a stored password hash is not readable')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(actual, expected)
}

/**
 * A hash that no password makes. Checked in place of the one an unknown name does not have, so that the time of the
 * answer does not tell which names exist.
 */
export const nobodysPasswordHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(randomBytes(saltBytes))}$${encode(randomBytes(tagBytes))}`

/** Composed form: the same letters typed on two keyboards are one password. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
