import type { webcrypto } from 'node:crypto'
import { keyAlgorithm } from './certificate-request.ts'
import { pemBlocks } from './pem.ts'
import { Pkcs10CertificateRequest } from './x509.ts'

/** What is taken from a signing request: the key, proven to be its sender's. Names and extensions are left behind. */
export interface SigningRequest {
  publicKey: webcrypto.CryptoKey
  /** The key as SubjectPublicKeyInfo, DER: two requests with the same have the same key. */
  spki: Buffer
}

/** Not one PKCS#10 request in PEM; a key that is not P-256; not signed by the key that it asks for. */
export type SigningRequestFault = 'unreadable' | 'key-not-p256' | 'not-proven'

/** Reads a signing request (PKCS#10 in PEM) of someone unknown. */
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
    // The numbers are no point of the curve.
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
    // The library reads the key when it is first looked at.
    return request.publicKey ? request : undefined
  } catch {
    return undefined
  }
}

/** A request whose signature cannot even be tried proves as little as one whose signature is wrong. */
async function isSignedByItsKey(request: Pkcs10CertificateRequest): Promise<boolean> {
  try {
    return await request.verify()
  } catch {
    return false
  }
}
