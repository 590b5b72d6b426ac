import type { webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from './x509.ts'
import {
  DAY_MS,
  generateKeys,
  keyAlgorithm,
  type KeyPair,
  randomSerial,
  signingAlgorithm,
  validityOf,
} from './certificate-request.ts'

const TEN_YEARS_DAYS = 3_650

/** Creates a self-signed authority that may sign end certificates only, no further authority. */
export async function createAuthority(options: { commonName: string; days?: number; now?: Date }): Promise<KeyPair> {
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: randomSerial(),
    name: [{ CN: [options.commonName] }],
    ...validityOf((options.days ?? TEN_YEARS_DAYS) * DAY_MS, options.now ?? new Date()),
    signingAlgorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certPem: pem(certificate), keyPem: await exportKey(keys.privateKey) }
}

/** The contents of a certificate; `extensions` define its usage. */
export interface CertificateWish {
  commonName: string
  lifetimeMs: number
  now?: Date | undefined
  extensions: Extension[]
}

/** Issues a certificate for a new key. */
export async function issue(authority: KeyPair, wish: CertificateWish): Promise<KeyPair> {
  const keys = await generateKeys()
  return { certPem: await sign(authority, keys.publicKey, wish), keyPem: await exportKey(keys.privateKey) }
}

/** Signs a certificate for the public key of another party. */
export async function sign(
  authority: KeyPair,
  publicKey: webcrypto.CryptoKey,
  { commonName, lifetimeMs, now = new Date(), extensions }: CertificateWish,
): Promise<string> {
  const issuer = new X509Certificate(authority.certPem)
  const certificate = await X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: [{ CN: [commonName] }],
    issuer: issuer.subject,
    ...validityOf(lifetimeMs, now),
    signingAlgorithm,
    publicKey,
    signingKey: await importKey(authority.keyPem),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...extensions,
    ],
  })
  return pem(certificate)
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}

async function importKey(keyPem: string): Promise<webcrypto.CryptoKey> {
  const [der] = PemConverter.decode(keyPem)
  if (!der) throw new Error('the authority has no private key')
  return crypto.subtle.importKey('pkcs8', der, keyAlgorithm, false, ['sign'])
}
