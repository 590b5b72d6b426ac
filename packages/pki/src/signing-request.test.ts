import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createAuthority } from './authority.ts'
import { pinOf, spkiOf } from './certificate-facts.ts'
import { generateKeys, type KeyPair } from './certificate-request.ts'
import { aSigningRequest } from './fixtures/a-signing-request.ts'
import { certifyProbe } from './probe-certificate.ts'
import { readSigningRequest, type SigningRequest } from './signing-request.ts'

let authority: KeyPair
beforeAll(async () => {
  authority = await createAuthority({ commonName: 'Watchpost test authority' })
})

async function read(pem: string): Promise<SigningRequest> {
  const request = await readSigningRequest(pem)
  if (typeof request === 'string') throw new Error(request)
  return request
}

const asPem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`

test('uses only the key of a hostile request in the certificate', async () => {
  const keys = await generateKeys()
  const { pem } = await aSigningRequest({ keys })
  const now = new Date('2026-11-16T12:00:00Z')
  const certPem = await certifyProbe(authority, await read(pem), { probeId: 7, fqdn: 'p7.test', minutes: 2, now })
  const certificate = new X509Certificate(certPem)
  expect(certificate.subject).toBe('CN=p7.test')
  expect(certificate.subjectAltName).toBe('URI:spiffe://watchpost/probe/7')
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(certificate.ca).toBe(false)
  expect(certificate.verify(new X509Certificate(authority.certPem).publicKey)).toBe(true)
  expect(certificate.validFromDate).toEqual(new Date('2026-11-16T11:55:00Z'))
  expect(certificate.validToDate).toEqual(new Date('2026-11-16T12:02:00Z'))
  expect(spkiOf(certPem)).toEqual(Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey)))
})

test('accepts a request without a name', async () => {
  const { pem } = await aSigningRequest({ name: '' })
  const certPem = await certifyProbe(authority, await read(pem), { probeId: 7, fqdn: 'p7.test', minutes: 2 })
  expect(new X509Certificate(certPem).subject).toBe('CN=p7.test')
})

test('distinguishes the keys of requests', async () => {
  const keys = await generateKeys()
  const [one, again, other] = await Promise.all([
    aSigningRequest({ keys }),
    aSigningRequest({ keys }),
    aSigningRequest(),
  ])
  const { spki } = await read(one.pem)
  expect((await read(again.pem)).spki).toEqual(spki)
  expect((await read(other.pem)).spki).not.toEqual(spki)
})

test('rejects a request that was not signed by its own key', async () => {
  const { der } = await aSigningRequest()
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', (await generateKeys()).publicKey))
  // Replace the key bytes by those of another key: everything else stays valid.
  const at = der.indexOf(spki.subarray(0, 26))
  spki.copy(der, at)
  expect(await readSigningRequest(asPem(der))).toBe('not-proven')
})

test.each([
  ['P-384', { name: 'ECDSA', namedCurve: 'P-384' }, { name: 'ECDSA', hash: 'SHA-384' }],
  ['Ed25519', { name: 'Ed25519' }, { name: 'Ed25519' }],
  [
    'RSA',
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ],
])('rejects a key of another type: %s', async (_kind, key, algorithm) => {
  const keys = await crypto.subtle.generateKey(key, true, ['sign', 'verify'])
  if (!('privateKey' in keys)) throw new Error('no pair')
  const { pem } = await aSigningRequest({ keys, algorithm })
  expect(await readSigningRequest(pem)).toBe('key-not-p256')
})

test.each([
  ['nothing', ''],
  ['no PEM', 'hello'],
  ['another block', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ['no request inside', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n'],
  ['no end', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n'],
])('rejects text that is not a request: %s', async (_name, pem) => {
  expect(await readSigningRequest(pem)).toBe('unreadable')
})

test('rejects a request truncated anywhere or with any byte changed, without throwing', async () => {
  const { der } = await aSigningRequest()
  const { spki } = await read(asPem(der))
  for (let at = 0; at < der.length; at += 3) {
    const changed = Buffer.from(der)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    for (const bytes of [der.subarray(0, at), changed]) {
      const outcome = await readSigningRequest(asPem(bytes))
      // A changed byte outside the signed and parsed parts may still give a request for the same key.
      if (typeof outcome !== 'string') expect(outcome.spki).toEqual(spki)
    }
  }
})

test('the pin is the digest of the authority key, as other tools compute it', () => {
  const der = createPublicKey(authority.certPem).export({ type: 'spki', format: 'der' })
  expect(pinOf(authority.certPem)).toBe(createHash('sha256').update(der).digest('hex'))
})
