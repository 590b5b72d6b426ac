import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { namesOf } from './certificate-facts.ts'
import type { KeyPair } from './certificate-request.ts'
import { type PemBlock, pemBlocks } from './pem.ts'
import { KeyUsageFlags, KeyUsagesExtension, X509Certificate as ParsedCertificate } from './x509.ts'

/** Why a certificate is rejected, and which part of the input is at fault. Never quotes the input. */
export interface IntakeRefusal {
  refused: IntakeReason
  at: 'chain' | 'key'
  detail: string
}

export type IntakeReason =
  | 'unreadable'
  | 'key-encrypted'
  | 'key-weak'
  | 'key-mismatch'
  | 'not-valid-now'
  | 'unusable'
  | 'chain-broken'

const MAX_CERTIFICATES = 10
const RSA_BITS = { least: 2_048, most: 8_192 }
const CURVES = new Set(['prime256v1', 'secp384r1'])
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const ANY_USAGE = '2.5.29.37.0'

/** Who presents a certificate: the API to its callers, or an export to its receiver. */
export type CertificateUse = 'server' | 'client'

/**
 * Checks a certificate chain and its private key, both untrusted PEM, before they are used. The result is rewritten
 * from the parsed data, so that nothing else in the input is passed on.
 */
export function takeCertificate(
  chainPem: string,
  keyPem: string,
  now = new Date(),
  use: CertificateUse = 'server',
): KeyPair | IntakeRefusal {
  const chain = readChain(chainPem)
  if (!Array.isArray(chain)) return chain
  const key = readKey(keyPem)
  if ('refused' in key) return key
  const [leaf] = chain
  const isMatch = attempt(() => leaf.checkPrivateKey(key.key)) === true
  if (!isMatch) return refuse('key-mismatch', 'key', 'It is not the key of the first certificate.')

  const pair = {
    certPem: chain.map((each) => each.toString()).join(''),
    keyPem: key.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return (
    whyNotNow(chain, now) ??
    whyUnusable(leaf, use) ??
    whyForgeable(chain) ??
    whyBroken(chain) ??
    whyNotServed(pair) ??
    pair
  )
}

/** Checks trusted authority certificates in PEM, and rewrites them. */
export function takeAuthorities(text: string, now = new Date()): { pem: string } | IntakeRefusal {
  const chain = readChain(text)
  if (!Array.isArray(chain)) return chain
  // Authorities are self-signed or sign each other: only their keys are trusted, so these signatures do not matter.
  return whyNotNow(chain, now) ?? { pem: chain.map((each) => each.toString()).join('') }
}

type Chain = [X509Certificate, ...X509Certificate[]]

function readChain(text: string): Chain | IntakeRefusal {
  const blocks = pemBlocks(text)
  if (blocks === 'broken') return refuse('unreadable', 'chain', 'It is not PEM: a block does not end as it begins.')
  const other = blocks.find(({ label }) => label !== 'CERTIFICATE')
  if (other) return refuse('unreadable', 'chain', `It holds something else than certificates: ${other.label}.`)
  if (blocks.length > MAX_CERTIFICATES) {
    return refuse('unreadable', 'chain', `It has ${blocks.length} certificates; ${MAX_CERTIFICATES} are the most.`)
  }
  const chain: X509Certificate[] = []
  for (const [index, block] of blocks.entries()) {
    const certificate = attempt(() => new X509Certificate(block.text))
    // Keys of unsupported types only fail when they are accessed.
    if (!certificate || !attempt(() => certificate.publicKey)) {
      return refuse('unreadable', 'chain', `Its certificate ${index + 1} cannot be read.`)
    }
    chain.push(certificate)
  }
  const [leaf, ...rest] = chain
  return leaf ? [leaf, ...rest] : refuse('unreadable', 'chain', 'It holds no certificate in PEM.')
}

function readKey(text: string): { key: KeyObject } | IntakeRefusal {
  const blocks = pemBlocks(text)
  if (blocks === 'broken') return refuse('unreadable', 'key', 'It is not PEM: a block does not end as it begins.')
  // OpenSSL writes the curve in a separate block before the key, which names it again.
  const keys = blocks.filter(({ label }) => label !== 'EC PARAMETERS')
  const [block] = keys
  if (!block || keys.length > 1)
    return refuse('unreadable', 'key', 'It must hold one private key in PEM, and only that.')
  if (isEncrypted(block)) {
    return refuse('key-encrypted', 'key', 'It is protected by a passphrase: give the key without one.')
  }
  const key = attempt(() => createPrivateKey(block.text))
  return key ? (whyWeak(key) ?? { key }) : refuse('unreadable', 'key', 'The private key cannot be read.')
}

function isEncrypted({ label, text }: PemBlock): boolean {
  return label === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type:.*ENCRYPTED/m.test(text)
}

function whyWeak({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): IntakeRefusal | undefined {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'ed25519') return undefined
  if (asymmetricKeyType === 'ec' && CURVES.has(namedCurve)) return undefined
  if (asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most) return undefined
  const kinds = `RSA of ${RSA_BITS.least} to ${RSA_BITS.most} bits, P-256, P-384 or Ed25519`
  return refuse('key-weak', 'key', `It must be ${kinds}.`)
}

function whyNotNow(chain: Chain, now: Date): IntakeRefusal | undefined {
  for (const [index, { validFromDate, validToDate }] of chain.entries()) {
    if (validToDate <= now)
      return refuse('not-valid-now', 'chain', `Certificate ${index + 1} expired ${at(validToDate)}.`)
    if (validFromDate > now) {
      return refuse('not-valid-now', 'chain', `Certificate ${index + 1} is not valid before ${at(validFromDate)}.`)
    }
  }
  return undefined
}

function at(instant: Date): string {
  return instant.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Faults for which every client would reject the certificate, however strong its key. */
function whyUnusable(leaf: X509Certificate, use: CertificateUse): IntakeRefusal | undefined {
  const pem = leaf.toString()
  const served = attempt(() => namesOf(pem))
  if (!served) return refuse('unreadable', 'chain', 'The names in the first certificate cannot be read.')
  if (use === 'server' && served.names.length + served.addresses.length === 0) {
    return refuse('unusable', 'chain', 'The first certificate names no host or address (subjectAltName).')
  }
  const purposes = leaf.keyUsage ?? []
  const wanted = use === 'server' ? SERVER_AUTH : CLIENT_AUTH
  if (purposes.length > 0 && !purposes.includes(wanted) && !purposes.includes(ANY_USAGE)) {
    return refuse('unusable', 'chain', `The first certificate is not for ${use}s (extendedKeyUsage).`)
  }
  const usages = new ParsedCertificate(pem).getExtension(KeyUsagesExtension)?.usages
  if (usages !== undefined && (usages & KeyUsageFlags.digitalSignature) === 0) {
    return refuse('unusable', 'chain', 'The key of the first certificate may not sign (keyUsage).')
  }
  return undefined
}

/** With a weak signature hash, an attacker who finds a collision can forge a certificate that was never issued. */
function whyForgeable(chain: Chain): IntakeRefusal | undefined {
  const index = chain.findIndex(({ signatureAlgorithm = '' }) => /md[245]|sha-?1/i.test(signatureAlgorithm))
  if (index < 0) return undefined
  return refuse('unusable', 'chain', `The signature of certificate ${index + 1} is too weak; clients refuse it.`)
}

function whyBroken(chain: Chain): IntakeRefusal | undefined {
  for (const [index, issuer] of chain.slice(1).entries()) {
    const issued = chain[index]
    const isLink = issuer.ca && issued?.checkIssued(issuer) && issued.verify(issuer.publicKey)
    if (!isLink) {
      return refuse('chain-broken', 'chain', `Certificate ${index + 1} was not issued by certificate ${index + 2}.`)
    }
  }
  return undefined
}

/** Finally, the TLS library that will serve it must accept it. */
function whyNotServed({ certPem, keyPem }: KeyPair): IntakeRefusal | undefined {
  const context = attempt(() => createSecureContext({ cert: certPem, key: keyPem, minVersion: 'TLSv1.2' }))
  return context ? undefined : refuse('unusable', 'chain', 'TLS does not take it.')
}

function refuse(refused: IntakeReason, where: 'chain' | 'key', detail: string): IntakeRefusal {
  return { refused, at: where, detail }
}

/** The library throws on unreadable input, with messages that would quote it. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
