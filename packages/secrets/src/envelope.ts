import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { type KeyRing, keyOf, newestOf } from './key-ring.ts'

/** Where a sealed value is stored. A value that was moved elsewhere does not open. */
export interface Place {
  table: string
  id: string
  column: string
}

/** A secret as the store keeps it. */
export interface Sealed {
  /** The version of the ring key that wraps the record's own key. */
  kekVersion: number
  /** The record's own key, wrapped. */
  wrappedKey: Buffer
  /** The secret, encrypted with the record's own key. */
  ciphertext: Buffer
}

const FORMAT = 1
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret with a new key of its own, and wraps that key with the newest of the ring. */
export function seal(ring: KeyRing, place: Place, plaintext: Uint8Array): Sealed {
  const { version, key } = newestOf(ring)
  const recordKey = randomBytes(KEY_BYTES)
  const wrappedKey = encrypt(key, wrapContext(place, version), recordKey)
  const ciphertext = encrypt(createSecretKey(recordKey), valueContext(place), plaintext)
  recordKey.fill(0)
  return { kekVersion: version, wrappedKey, ciphertext }
}

/** Decrypts the secret. Throws if any bit, its place or the version of its key was changed. */
export function open(ring: KeyRing, place: Place, sealed: Sealed): Buffer {
  const recordKey = unwrap(ring, place, sealed)
  const plaintext = decrypt(createSecretKey(recordKey), valueContext(place), sealed.ciphertext)
  recordKey.fill(0)
  return plaintext
}

/** Wraps the key of a secret with the newest of the ring. The ciphertext is unchanged. */
export function rewrap(ring: KeyRing, place: Place, sealed: Sealed): Sealed {
  const { version, key } = newestOf(ring)
  const recordKey = unwrap(ring, place, sealed)
  const wrappedKey = encrypt(key, wrapContext(place, version), recordKey)
  recordKey.fill(0)
  return { kekVersion: version, wrappedKey, ciphertext: sealed.ciphertext }
}

function unwrap(ring: KeyRing, place: Place, { kekVersion, wrappedKey }: Sealed): Buffer {
  const key = keyOf(ring, kekVersion)
  if (!key) throw new Error(`the key ring has no version ${kekVersion}`)
  return decrypt(key, wrapContext(place, kekVersion), wrappedKey)
}

/** Binds the wrapped key to the version. The context of the value stays the same when the key is rewrapped. */
function wrapContext(place: Place, version: number): Buffer {
  return Buffer.from(`${contextOf(place)}|${version}`, 'utf8')
}

function valueContext(place: Place): Buffer {
  return Buffer.from(contextOf(place), 'utf8')
}

function contextOf({ table, id, column }: Place): string {
  const parts = [table, id, column]
  // With the separator inside a part, two places could give the same context.
  if (parts.some((part) => part === '' || part.includes('|')))
    throw new Error('a place has an empty part, or one with |')
  return parts.join('|')
}

/** Format, nonce, ciphertext, tag. */
function encrypt(key: KeyObject, context: Buffer, plaintext: Uint8Array): Buffer {
  const head = Buffer.concat([Buffer.from([FORMAT]), randomBytes(NONCE_BYTES)])
  const cipher = createCipheriv('aes-256-gcm', key, head.subarray(1), { authTagLength: TAG_BYTES })
  cipher.setAAD(context)
  return Buffer.concat([head, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, context: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== FORMAT) {
    throw new Error('a sealed value has a form that is not known here')
  }
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new Error('a sealed value does not open: it, its place or its key is not what it was', { cause: error })
  }
}
