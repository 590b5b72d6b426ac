// The library reads decorator metadata while it loads, so this import has to come first.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata'
import type { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  Pkcs10CertificateRequestGenerator,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { createAuthority, issueProbeCertificate, issueServerCertificate, type KeyPair } from '@watchpost/pki'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/** Certificates that must be refused, each for a different reason. `name` is the subject of the last one. */
export async function badCertificates(authority: KeyPair): Promise<Record<string, KeyPair>> {
  const probe = { probeId: 3, fqdn: 'probe-03.example.test', days: 1 }
  const other = await createAuthority({ commonName: 'Another authority' })
  // Same name as ours, since names prove nothing.
  const namesake = await createAuthority({ commonName: 'Watchpost appliance' })
  return {
    'another authority': await issueProbeCertificate(other, probe),
    'another authority of the same name': await issueProbeCertificate(namesake, probe),
    expired: await issueProbeCertificate(authority, { ...probe, now: new Date(Date.now() - 2 * DAY_MS) }),
    'not valid yet': await issueProbeCertificate(authority, { ...probe, now: new Date(Date.now() + DAY_MS) }),
    'for servers only': await issueServerCertificate(authority, { names: [probe.fqdn], addresses: [], days: 1 }),
    'an authority below ours': await anyCertificate(authority, { isAuthority: true, isForClients: true }),
    'no usage named': await anyCertificate(authority, { isAuthority: false, isForClients: false }),
  }
}

async function anyCertificate(
  authority: KeyPair,
  { isAuthority, isForClients }: { isAuthority: boolean; isForClients: boolean },
): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const [signingKey] = PemConverter.decode(authority.keyPem)
  if (!signingKey) throw new Error('the authority has no key')
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=probe-03.example.test',
    issuer: new X509Certificate(authority.certPem).subject,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey('pkcs8', signingKey, algorithm, false, ['sign']),
    extensions: [
      new BasicConstraintsExtension(isAuthority, undefined, true),
      new KeyUsagesExtension(isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature, true),
      ...(isForClients ? [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])] : []),
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { certPem: certificate.toString('pem'), keyPem: PemConverter.encode(pkcs8, 'PRIVATE KEY') }
}

/** A key of the probe and a signing request for it. Pass the previous key to use it again. */
export async function aKeyAndRequest(
  keys?: webcrypto.CryptoKeyPair,
): Promise<{ keys: webcrypto.CryptoKeyPair; keyPem: string; csr: string }> {
  const own = keys ?? (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']))
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: 'CN=whatever',
    keys: own,
    signingAlgorithm: algorithm,
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', own.privateKey)
  return { keys: own, keyPem: PemConverter.encode(pkcs8, 'PRIVATE KEY'), csr: request.toString('pem') }
}
