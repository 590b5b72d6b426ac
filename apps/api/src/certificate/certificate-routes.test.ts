import { createAuthority, derOf, fingerprintOf, issueServerCertificate, type KeyPair, recordOf } from '@watchpost/pki'
import { beforeAll, expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import { anRsaCertificate } from '../../test/system/an-rsa-certificate.ts'

const asAdministrator = { 'api-key': tokens.administrator }
const url = '/api/system/certificate'

let theirs: KeyPair
let other: KeyPair
beforeAll(async () => {
  const authority = await createAuthority({ commonName: 'Company CA' })
  theirs = await issueServerCertificate(authority, { names: ['soc.example.org'], addresses: ['192.0.2.1'], days: 90 })
  other = await issueServerCertificate(authority, { names: ['other.example.org'], addresses: [], days: 90 })
})

const put = (payload: object, headers: Record<string, string> = asAdministrator) =>
  ({ method: 'PUT', url, payload, headers }) as const

test('shows, replaces and resets the certificate', async () => {
  await using api = await anApi()
  const first = await api.app.inject({ url, headers: asAdministrator })
  expect(first.json()).toMatchObject({ source: 'appliance' })

  const answer = await api.app.inject(put({ certificate_chain: theirs.certPem, private_key: theirs.keyPem }))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    source: 'administrator',
    subject: 'CN=soc.example.org',
    names: ['soc.example.org', '192.0.2.1'],
    issuer: 'CN=Company CA',
    serial: expect.stringMatching(/^01[0-9a-f]{32}$/),
    fingerprint_sha256: fingerprintOf(theirs.certPem).toString('hex'),
    key: 'P-256',
    not_before: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    not_after: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    chain: 1,
    warnings: [],
  })
  expect((await api.app.inject({ url, headers: asAdministrator })).json()).toEqual(answer.json())

  const gone = await api.app.inject({ method: 'DELETE', url, headers: asAdministrator })
  expect([gone.statusCode, gone.body]).toEqual([204, ''])
  expect((await api.app.inject({ url, headers: asAdministrator })).json()).toEqual(first.json())
})

test('accepts a short RSA key with a warning', async () => {
  await using api = await anApi()
  const { certPem, keyPem } = anRsaCertificate(2_048)
  const answer = await api.app.inject(put({ certificate_chain: certPem, private_key: keyPem }))
  const warnings = [expect.stringMatching(/^The key is RSA of 2048 bits.* at least 3072 bits/)]
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { key: 'RSA 2048', warnings }])
  expect((await api.app.inject({ url, headers: asAdministrator })).json()).toMatchObject({ warnings })
})

test('allows only administrators to replace the certificate', async () => {
  await using api = await anApi()
  const body = { certificate_chain: theirs.certPem, private_key: theirs.keyPem }
  expect((await api.app.inject(put(body, asOperator))).statusCode).toBe(403)
  expect((await api.app.inject({ method: 'DELETE', url, headers: asOperator })).statusCode).toBe(403)
  expect((await api.app.inject(put(body, {}))).statusCode).toBe(401)
})

test.each([
  ['certificate-unreadable', '#/certificate_chain', () => ({ certificate_chain: 'x', private_key: theirs.keyPem })],
  ['certificate-unreadable', '#/private_key', () => ({ certificate_chain: theirs.certPem, private_key: 'x' })],
  [
    'certificate-key-mismatch',
    '#/private_key',
    () => ({ certificate_chain: theirs.certPem, private_key: other.keyPem }),
  ],
  [
    'certificate-chain-broken',
    '#/certificate_chain',
    () => ({ certificate_chain: theirs.certPem + other.certPem, private_key: theirs.keyPem }),
  ],
])('rejects %s with a pointer to %s, without quoting the key', async (code, pointer, body) => {
  await using api = await anApi()
  const answer = await api.app.inject(put(body()))
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ type: `/problems/${code}`, errors: [{ pointer }] })
  expect(answer.body).not.toContain(theirs.keyPem.split('\n')[1])
})

test.each([
  [{}, '#/certificate_chain', '#/private_key'],
  [{ certificate_chain: 'x'.repeat(65_537), private_key: 'x' }, '#/certificate_chain'],
  [{ certificate_chain: 'x', private_key: 'x'.repeat(65_537) }, '#/private_key'],
  [{ certificate_chain: 'x', private_key: 'x', passphrase: 'x' }, '#/passphrase'],
])('rejects a malformed body with a pointer', async (payload, ...pointers) => {
  await using api = await anApi()
  const answer = await api.app.inject(put(payload))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ errors: pointers.map((pointer) => ({ pointer })) })
})

test('serves the authority certificate without a token, in PEM or DER', async () => {
  await using api = await anApi()
  const pem = await api.app.inject({ url: '/api/system/ca' })
  expect([pem.statusCode, pem.headers['content-type']]).toEqual([200, 'application/x-pem-file'])
  expect(pem.body).toMatch(/^-----BEGIN CERTIFICATE-----/)
  const der = await api.app.inject({ url: '/api/system/ca', headers: { accept: 'application/pkix-cert, */*' } })
  expect(der.headers['content-type']).toBe('application/pkix-cert')
  expect(der.rawPayload.equals(derOf(pem.body))).toBe(true)
  expect(recordOf({ certPem: pem.body, keyPem: '' }).fingerprint).toHaveLength(32)
})
