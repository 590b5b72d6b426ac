import type { KeyObject } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { openText, type SignedStatement, signText } from '../statement.ts'

const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const id = Type.Integer({ minimum: 1 })

/** The signed statement about an archive: its rows, the hashes around them, and the digest of the file. */
const ArchiveStatement = Type.Object(
  {
    what: Type.Literal('watchpost audit archive'),
    number: id,
    first_id: id,
    last_id: id,
    /** Hash of the row before the first. */
    previous_hash: hash,
    /** Hash of the last row. */
    hash,
    file: Type.String({ pattern: '^audit-\\d+-\\d+\\.jsonl\\.zst$' }),
    sha256: hash,
    signed_at: Type.String(),
  },
  { additionalProperties: false },
)
export type ArchiveStatement = Static<typeof ArchiveStatement>

export function signArchive(key: KeyObject, statement: ArchiveStatement): SignedStatement {
  return signText(key, JSON.stringify(statement))
}

/** The statement about an archive, if this key signed it. */
export function openArchive(
  publicKey: KeyObject,
  signed: SignedStatement,
): ArchiveStatement | 'not-signed-by-this-key' {
  const statement = openText(publicKey, signed)
  return Value.Check(ArchiveStatement, statement) ? statement : 'not-signed-by-this-key'
}
