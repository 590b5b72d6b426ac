import { createHash } from 'node:crypto'
import type { ObjectStore } from './object-store.ts'
import { createPieceCipher } from './piece-cipher.ts'

/** Size of every piece of a file but the last one. */
export const PIECE_BYTES = 1024 * 1024

/** A stored content that is not what it was: a piece is missing or was changed. */
export class BrokenContentError extends Error {
  override readonly name = 'BrokenContentError'
}

export type ContentStore = ReturnType<typeof createContentStore>

/**
 * The contents of files, in encrypted pieces. A content has a random id, so that two uploads of the same file never
 * touch each other's pieces.
 */
export function createContentStore(objects: ObjectStore, fileKey: Uint8Array) {
  const keyOf = (id: string, index: number) => `${id}/${index}`

  async function* read(id: string, size: number): AsyncGenerator<Buffer> {
    const cipher = createPieceCipher(fileKey, id)
    for (let index = 0; index < piecesOf(size); index += 1) {
      const sealed = await objects.get(keyOf(id, index))
      if (sealed === 'absent') throw new BrokenContentError(`piece ${index} of a file is missing`)
      const piece = openPiece(cipher, index, sealed)
      if (piece.length !== pieceLength(size, index)) throw new BrokenContentError(`piece ${index} has another length`)
      yield piece
    }
  }

  return {
    /** Resolves once the piece is safely stored. */
    writePiece: (id: string, index: number, bytes: Uint8Array): Promise<void> =>
      objects.put(keyOf(id, index), createPieceCipher(fileKey, id).seal(index, bytes)),
    /** The content, piece by piece. Throws a BrokenContentError when it is not what was written. */
    read,
    /** SHA-256 of the content. */
    async digest(id: string, size: number): Promise<Buffer> {
      const hash = createHash('sha256')
      for await (const piece of read(id, size)) hash.update(piece)
      return hash.digest()
    },
    remove: (id: string): Promise<void> => objects.removeFolder(id),
    freeBytes: () => objects.freeBytes(),
  }
}

function openPiece(cipher: ReturnType<typeof createPieceCipher>, index: number, sealed: Buffer): Buffer {
  try {
    return cipher.open(index, sealed)
  } catch (error) {
    throw new BrokenContentError(`piece ${index} of a file does not open`, { cause: error })
  }
}

export function piecesOf(size: number): number {
  return Math.ceil(size / PIECE_BYTES)
}

/** Length of a piece of a file of this size. */
export function pieceLength(size: number, index: number): number {
  return Math.min(PIECE_BYTES, size - index * PIECE_BYTES)
}
