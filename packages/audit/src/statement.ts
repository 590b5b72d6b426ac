import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** What is signed: so far the chain had come, and this was the hash of its last row. */
const Statement = Type.Object(
  {
    /** A checkpoint lies in the database, a head outside of it; one cannot be passed off as the other. */
    what: Type.Enum(['watchpost audit checkpoint', 'watchpost audit head']),
    /** Its own number; of a head, that of the last checkpoint before it. */
    checkpoint: Type.Integer({ minimum: 0 }),
    last_id: Type.Integer({ minimum: 0 }),
    hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    signed_at: Type.String(),
  },
  { additionalProperties: false },
)
export type Statement = Static<typeof Statement>

/** A statement as text, and the signature over exactly that text. */
export interface SignedStatement {
  text: string
  signature: Buffer
}

/** The sealed secret that holds the key. */
export const signingKeyName = 'audit-signing-key'

/** A new signing key, as it is sealed. */
export function newSigningKey(): Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })
}

export function readSigningKey(der: Buffer): KeyObject {
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

export function publicHalf(key: KeyObject): KeyObject {
  return createPublicKey(key)
}

/** Ed25519 over exactly this text. */
export function signText(key: KeyObject, text: string): SignedStatement {
  return { text, signature: sign(null, Buffer.from(text), key) }
}

/** The JSON that this key signed; nothing when it did not. */
export function openText(publicKey: KeyObject, { text, signature }: SignedStatement): unknown {
  return verify(null, Buffer.from(text), publicKey, signature) ? (JSON.parse(text) as unknown) : undefined
}

export function signStatement(key: KeyObject, statement: Statement): SignedStatement {
  return signText(key, JSON.stringify(statement))
}

/** What was stated, if this key signed it. */
export function openStatement(publicKey: KeyObject, signed: SignedStatement): Statement | 'not-signed-by-this-key' {
  const statement = openText(publicKey, signed)
  // Signed by the key and no statement of this kind: it was meant for something else.
  return Value.Check(Statement, statement) ? statement : 'not-signed-by-this-key'
}
