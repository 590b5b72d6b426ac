import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The signed statement: the last row of the chain and its hash. */
const Statement = Type.Object(
  {
    /** A checkpoint is in the database, a head outside; neither can be passed off as the other. */
    what: Type.Enum(['watchpost audit checkpoint', 'watchpost audit head']),
    /** Its own number; for a head, the number of the last checkpoint before it. */
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

/** The name of the sealed secret with the signing key. */
export const signingKeyName = 'audit-signing-key'

/** A new signing key, to be sealed. */
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

/** The JSON that this key signed; undefined if it did not. */
export function openText(publicKey: KeyObject, { text, signature }: SignedStatement): unknown {
  return verify(null, Buffer.from(text), publicKey, signature) ? (JSON.parse(text) as unknown) : undefined
}

export function signStatement(key: KeyObject, statement: Statement): SignedStatement {
  return signText(key, JSON.stringify(statement))
}

/** The statement, if this key signed it. */
export function openStatement(publicKey: KeyObject, signed: SignedStatement): Statement | 'not-signed-by-this-key' {
  const statement = openText(publicKey, signed)
  // Signed by the key but not a statement of this kind: it was meant for something else.
  return Value.Check(Statement, statement) ? statement : 'not-signed-by-this-key'
}
