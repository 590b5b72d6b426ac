import { randomBytes, type webcrypto } from 'node:crypto'
import { type Extension, type JsonGeneralNames, SubjectAlternativeNameExtension } from './x509.ts'

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  certPem: string
  keyPem: string
}

/** P-256 throughout: small, fast on every probe, and supported by every relevant TLS stack. */
export const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
export const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

const BACKDATE_MS = 5 * 60_000
export const DAY_MS = 86_400_000

/** Starts five minutes ago, so that a peer whose clock is slightly behind accepts a new certificate. */
export function validityOf(lifetimeMs: number, now: Date): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - BACKDATE_MS), notAfter: new Date(now.getTime() + lifetimeMs) }
}

/** 128 random bits; the first byte keeps it positive and of fixed length. */
export function randomSerial(): string {
  const bytes = randomBytes(17)
  bytes[0] = 0x01
  return bytes.toString('hex')
}

/** The subject alternative names of a certificate. */
export function alternativeNames(names: JsonGeneralNames): Extension {
  return new SubjectAlternativeNameExtension(names)
}

/** Generates a key pair with an exportable private key. */
export function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify'])
}
