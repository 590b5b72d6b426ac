import type { webcrypto } from 'node:crypto'
import { keyAlgorithm } from './certificate-request.ts'
import { pemBlocks } from './pem.ts'
import { Pkcs10CertificateRequest } from './x509.ts'

/**
 * The accepted part of a signing request: the key, proven to belong to the sender. Names and extensions are dropped.
 */
export interface SigningRequest {
  publicKey: webcrypto.CryptoKey
  /** The key as SubjectPublicKeyInfo in DER: equal for two requests with the same key. */
  spki: Buffer
}

/** Not exactly one PKCS#10 request in PEM; a key that is not P-256; not signed by its own key. */
export type SigningRequestFault = 'unreadable' | 'key-not-p256' | 'not-proven'

/** Parses an untrusted signing request (PKCS#10 in PEM). */
export async function readSigningRequest(pem: string): Promise<SigningRequest | SigningRequestFault> {
  const request = parse(pem)
  if (!request) return 'unreadable'
  const { name, namedCurve } = request.publicKey.algorithm as { name: string; namedCurve?: string }
  if (name !== keyAlgorithm.name || namedCurve !== keyAlgorithm.namedCurve) return 'key-not-p256'
  if (!(await isSignedByItsKey(request))) return 'not-proven'
  try {
    const publicKey = await request.publicKey.export(keyAlgorithm, ['verify'])
    return { publicKey, spki: Buffer.from(await crypto.subtle.exportKey('spki', publicKey)) }
  } catch {
    // The coordinates are not a point on the curve.
    return 'unreadable'
  }
}

function parse(pem: string): Pkcs10CertificateRequest | undefined {
  const blocks = pemBlocks(pem)
  if (blocks === 'broken') return undefined
  const [block, second] = blocks
  if (!block || second || block.label !== 'CERTIFICATE REQUEST') return undefined
  try {
    const request = new Pkcs10CertificateRequest(block.text)
    // The library parses the key lazily, so access it here.
    return request.publicKey ? request : undefined
  } catch {
    return undefined
  }
}

/** A signature that cannot be verified proves as little as a wrong one. */
async function isSignedByItsKey(request: Pkcs10CertificateRequest): Promise<boolean> {
  try {
    return await request.verify()
  } catch {
    return false
  }
}
