import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { beforeAll, expect, test } from 'vitest'
import { createAuthority } from './authority.ts'
import { expiryOf, fingerprintOf } from './certificate-facts.ts'
import type { KeyPair } from './certificate-request.ts'
import { issueProbeCertificate } from './probe-certificate.ts'
import { issueServerCertificate } from './server-certificate.ts'

let authority: KeyPair
beforeAll(async () => {
  authority = await createAuthority({ commonName: 'Watchpost test authority' })
})

test('an authority signs itself and may sign others', () => {
  const certificate = new X509Certificate(authority.certPem)
  expect(certificate.ca).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.subject).toBe('CN=Watchpost test authority')
})

test('a server certificate contains its names and IP addresses', async () => {
  const { certPem, keyPem } = await issueServerCertificate(authority, {
    names: ['localhost'],
    addresses: ['127.0.0.1', '::1'],
    days: 30,
  })
  const certificate = new X509Certificate(certPem)
  expect(certificate.checkIssued(new X509Certificate(authority.certPem))).toBe(true)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBe('::1')
  expect(certificate.checkPrivateKey(createPrivateKey(keyPem))).toBe(true)
})

test('a probe certificate names the probe, is for clients only and cannot sign', async () => {
  const now = new Date('2026-11-14T12:00:00Z')
  const { certPem } = await issueProbeCertificate(authority, {
    probeId: 7,
    fqdn: 'probe-07.example.test',
    days: 90,
    now,
  })
  const certificate = new X509Certificate(certPem)
  expect(certificate.subjectAltName).toBe('URI:spiffe://watchpost/probe/7')
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(certificate.ca).toBe(false)
  expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect(new Date(certificate.validFrom)).toEqual(new Date('2026-11-14T11:55:00Z'))
  expect(expiryOf(certPem)).toEqual(new Date('2027-02-12T12:00:00Z'))
})

test('serial numbers are unique and have 128 random bits', async () => {
  const issued = await Promise.all(
    Array.from({ length: 16 }, (_, id) => issueProbeCertificate(authority, { probeId: id, fqdn: 'p.test', days: 1 })),
  )
  const serials = issued.map(({ certPem }) => new X509Certificate(certPem).serialNumber)
  expect(new Set(serials).size).toBe(16)
  expect(serials.every((serial) => serial.length === 34)).toBe(true)
})

test('the fingerprint equals the one that TLS shows', async () => {
  const { certPem } = await issueProbeCertificate(authority, { probeId: 1, fqdn: 'p.test', days: 1 })
  const shown = new X509Certificate(certPem).fingerprint256.replaceAll(':', '').toLowerCase()
  expect(fingerprintOf(certPem).toString('hex')).toBe(shown)
})

test('both ends of a mutual TLS connection accept the certificates and reject a foreign one', async () => {
  const serverPair = await issueServerCertificate(authority, {
    names: ['localhost'],
    addresses: ['127.0.0.1'],
    days: 1,
  })
  const probePair = await issueProbeCertificate(authority, { probeId: 3, fqdn: 'p.test', days: 1 })
  const stranger = await issueProbeCertificate(await createAuthority({ commonName: 'Other' }), {
    probeId: 3,
    fqdn: 'p.test',
    days: 1,
  })
  const seen: boolean[] = []
  const server = createServer(
    {
      cert: serverPair.certPem,
      key: serverPair.keyPem,
      ca: authority.certPem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket: TLSSocket) => {
      seen.push(socket.authorized)
      socket.end()
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  for (const pair of [probePair, stranger]) {
    const socket = connect({ port, host: '127.0.0.1', ca: authority.certPem, cert: pair.certPem, key: pair.keyPem })
    await once(socket, 'secureConnect')
    socket.resume()
    await once(socket, 'close')
  }
  server.close()
  expect(seen).toEqual([true, false])
})
