import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const FORMAT = 1
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Bytes that encryption adds to a piece. */
export const PIECE_OVERHEAD = 1 + NONCE_BYTES + TAG_BYTES

/**
 * Encrypts the pieces of one file, with a key derived from the key of all files and the content's random id. A piece
 * opens only as the same piece of the same content.
 */
export function createPieceCipher(fileKey: Uint8Array, contentId: string) {
  const key = Buffer.from(hkdfSync('sha256', fileKey, contentId, 'watchpost file', KEY_BYTES))
  const placeOf = (index: number) => Buffer.from(`${contentId}|${index}`)

  return {
    seal(index: number, bytes: Uint8Array): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(placeOf(index))
      return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },

    /** Throws if a bit was changed, or if the piece belongs elsewhere. */
    open(index: number, sealed: Buffer): Buffer {
      if (sealed.length < PIECE_OVERHEAD || sealed[0] !== FORMAT) throw new Error('not a sealed piece of a file')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(placeOf(index))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    },
  }
}
