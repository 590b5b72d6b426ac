import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Static, Type } from 'typebox'

const Piece = Type.Union([
  Type.String(),
  /** `%d` in the text becomes the number of the repetition. */
  Type.Object(
    { repeat: Type.String({ minLength: 1 }), times: Type.Integer({ minimum: 1 }) },
    { additionalProperties: false },
  ),
  Type.Object({ hex: Type.String({ pattern: '^([0-9a-f]{2})+$' }) }, { additionalProperties: false }),
])

/** Text, or a list of texts, repetitions and bytes. */
export const Bytes = Type.Union([Type.String(), Type.Array(Piece, { minItems: 1 })])
export type Bytes = Static<typeof Bytes>

export const Encoding = Type.Enum(['gzip', 'zstd'])
export type Encoding = Static<typeof Encoding>

/** The bytes that a table describes. */
export function bytesOf(bytes: Bytes): Buffer {
  if (typeof bytes === 'string') return Buffer.from(bytes)
  return Buffer.concat(bytes.map(pieceOf))
}

export function packed(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === 'gzip' ? gzipSync(bytes, { level: 1 }) : zstdCompressSync(bytes)
}

function pieceOf(piece: Static<typeof Piece>): Buffer {
  if (typeof piece === 'string') return Buffer.from(piece)
  if ('hex' in piece) return Buffer.from(piece.hex, 'hex')
  const { repeat, times } = piece
  if (!repeat.includes('%d')) return Buffer.alloc(Buffer.byteLength(repeat) * times, repeat)
  return Buffer.from(Array.from({ length: times }, (_, turn) => repeat.replace('%d', String(turn))).join(''))
}
