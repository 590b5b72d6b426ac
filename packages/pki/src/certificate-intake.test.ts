import { createPrivateKey, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { keyWarning } from './certificate-facts.ts'
import { takeAuthorities, takeCertificate } from './certificate-intake.ts'
import { aCertificate, type Made } from './fixtures/a-certificate.ts'
import { KeyUsageFlags } from './x509.ts'

let root: Made
let middle: Made
let leaf: Made
beforeAll(async () => {
  root = await aCertificate({ isAuthority: true, name: 'CN=Root', names: [] })
  middle = await aCertificate({ isAuthority: true, name: 'CN=Middle', names: [], issuer: root })
  leaf = await aCertificate({ issuer: middle })
})

const encrypted = (made: Made, type: 'pkcs8' | 'sec1') =>
  createPrivateKey(made.keyPem).export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString()

test('accepts a chain in order with its key, and returns it normalised', () => {
  const taken = takeCertificate(
    `subject=CN = watchpost\n${leaf.certPem}\nissuer:\r\n${middle.certPem}${root.certPem}`,
    `# my key\n${leaf.keyPem}`,
  )
  expect(taken).toEqual({
    certPem: [leaf, middle, root].map(({ certPem }) => new X509Certificate(certPem).toString()).join(''),
    keyPem: leaf.keyPem,
  })
})

test.each([
  ['P-256', undefined],
  ['P-384', undefined],
  ['Ed25519', undefined],
  ['RSA 3072', undefined],
  ['RSA 2048', /RSA of 2048 bits.* at least 3072 bits/],
] as const)('accepts %s, even self-signed; a short key with a warning', async (algorithm, warning) => {
  const made = await aCertificate({ algorithm })
  expect(keyWarning(made.certPem)).toEqual(warning && expect.stringMatching(warning))
  expect(takeCertificate(made.certPem, made.keyPem)).toMatchObject({ keyPem: expect.stringContaining('PRIVATE KEY') })
})

test('accepts a key in the older formats of OpenSSL', () => {
  const sec1 = createPrivateKey(leaf.keyPem).export({ type: 'sec1', format: 'pem' }).toString()
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'
  expect(takeCertificate(leaf.certPem, parameters + sec1)).toMatchObject({ keyPem: leaf.keyPem })
})

test.each(['RSA 1024', 'P-521'] as const)('rejects %s', async (algorithm) => {
  const made = await aCertificate({ algorithm })
  expect(takeCertificate(made.certPem, made.keyPem)).toMatchObject({ refused: 'key-weak', at: 'key' })
})

test('rejects a SHA-1 signature anywhere in the chain', async () => {
  const old = await aCertificate({ algorithm: 'P-256, SHA-1', isAuthority: true, name: 'CN=Old' })
  const issued = await aCertificate({ issuer: old })
  expect(takeCertificate(issued.certPem, issued.keyPem)).toMatchObject({ refused: 'unusable', at: 'chain' })
  const self = await aCertificate({ algorithm: 'P-256, SHA-1' })
  expect(takeCertificate(self.certPem, self.keyPem)).toMatchObject({ refused: 'unusable', at: 'chain' })
})

test.each([
  ['no PEM', () => 'x'],
  ['nothing', () => ''],
  ['an open block', () => leaf.certPem.replace(/-----END.*/, '')],
  ['a block in a block', () => `-----BEGIN CERTIFICATE-----\n${leaf.certPem}`],
  ['damaged base64', () => leaf.certPem.replace('MII', 'MIX')],
  ['a private key', () => leaf.certPem + leaf.keyPem],
  ['eleven certificates', () => leaf.certPem.repeat(11)],
])('rejects a chain with %s as unreadable', (_, chain) => {
  expect(takeCertificate(chain(), leaf.keyPem)).toMatchObject({ refused: 'unreadable', at: 'chain' })
})

test.each([
  ['no PEM', () => 'x'],
  ['a certificate', () => leaf.certPem],
  ['two keys', () => leaf.keyPem + leaf.keyPem],
  ['damaged base64', () => leaf.keyPem.replace('MI', 'MX')],
])('rejects a key text with %s as unreadable', (_, key) => {
  expect(takeCertificate(leaf.certPem, key())).toMatchObject({ refused: 'unreadable', at: 'key' })
})

test.each(['pkcs8', 'sec1'] as const)('rejects a passphrase-protected key (%s) as such', (type) => {
  expect(takeCertificate(leaf.certPem, encrypted(leaf, type))).toMatchObject({ refused: 'key-encrypted', at: 'key' })
})

test('rejects the key of another certificate', async () => {
  expect(takeCertificate(leaf.certPem, middle.keyPem)).toMatchObject({ refused: 'key-mismatch', at: 'key' })
  const { keyPem } = await aCertificate({ algorithm: 'Ed25519' })
  expect(takeCertificate(leaf.certPem, keyPem)).toMatchObject({ refused: 'key-mismatch', at: 'key' })
})

test('rejects an expired or not yet valid certificate anywhere in the chain', async () => {
  const expired = await aCertificate({ until: new Date(Date.now() - 1_000) })
  expect(takeCertificate(expired.certPem, expired.keyPem)).toMatchObject({ refused: 'not-valid-now', at: 'chain' })
  const early = await aCertificate({ from: new Date(Date.now() + 3_600_000) })
  expect(takeCertificate(early.certPem, early.keyPem)).toMatchObject({ refused: 'not-valid-now' })
  const old = await aCertificate({ isAuthority: true, name: 'CN=Old', until: new Date(Date.now() - 1_000) })
  const issued = await aCertificate({ issuer: old })
  expect(takeCertificate(issued.certPem + old.certPem, issued.keyPem)).toMatchObject({
    refused: 'not-valid-now',
    detail: expect.stringMatching(/^Certificate 2 expired \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/),
  })
})

test.each([
  ['names no one', { names: [] }],
  ['is for clients', { isForClients: true }],
  ['may not sign', { usages: KeyUsageFlags.keyEncipherment }],
])('rejects a certificate that %s as unusable', async (_, wish) => {
  const made = await aCertificate(wish)
  expect(takeCertificate(made.certPem, made.keyPem)).toMatchObject({ refused: 'unusable', at: 'chain' })
})

test('rejects a chain that is out of order, has a gap, or contains a foreign certificate', async () => {
  const other = await aCertificate({ isAuthority: true, name: 'CN=Middle', names: [], issuer: root })
  for (const rest of [root.certPem + middle.certPem, root.certPem, other.certPem, leaf.certPem]) {
    expect(takeCertificate(leaf.certPem + rest, leaf.keyPem)).toMatchObject({ refused: 'chain-broken', at: 'chain' })
  }
  expect(takeCertificate(middle.certPem + leaf.certPem, leaf.keyPem)).toMatchObject({ refused: 'key-mismatch' })
})

test('rejects an end certificate as an issuer, even if its signature is valid', async () => {
  const forged = await aCertificate({ issuer: leaf, name: 'CN=forged', names: ['bank.example.org'] })
  expect(takeCertificate(forged.certPem + leaf.certPem, forged.keyPem)).toMatchObject({ refused: 'chain-broken' })
})

test('returns a refusal without quoting the input, for any input', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----', '-----BEGIN PRIVATE KEY-----', '\n'),
    fc.nat(1_000).map((at) => leaf.certPem.slice(at)),
    fc.nat(300).map((at) => leaf.keyPem.slice(0, at)),
  )
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('\n'))
  const keyLine = leaf.keyPem.split('\n')[1] ?? ''
  fc.assert(
    fc.property(text, text, (chain, key) => {
      const taken = takeCertificate(chain, key)
      if ('refused' in taken) expect(taken.detail).not.toContain(keyLine)
    }),
    { numRuns: 200 },
  )
})

test('accepts a client certificate without a host name, if it is meant for clients', async () => {
  const client = await aCertificate({ isForClients: true, names: [], issuer: root })
  const now = new Date()
  expect(takeCertificate(client.certPem, client.keyPem, now, 'client')).toMatchObject({ keyPem: client.keyPem })
  expect(takeCertificate(client.certPem, client.keyPem)).toMatchObject({ refused: 'unusable' })
  expect(takeCertificate(leaf.certPem, leaf.keyPem, now, 'client')).toMatchObject({ refused: 'unusable', at: 'chain' })
})

test('accepts authorities in any order, normalised, and only while they are valid', async () => {
  const taken = takeAuthorities(`# ours\n${middle.certPem}${root.certPem}`)
  expect(taken).toEqual({ pem: [middle, root].map(({ certPem }) => new X509Certificate(certPem).toString()).join('') })
  const old = await aCertificate({ isAuthority: true, until: new Date(Date.now() - 1_000) })
  expect(takeAuthorities(old.certPem)).toMatchObject({ refused: 'not-valid-now' })
  expect(takeAuthorities(leaf.keyPem)).toMatchObject({ refused: 'unreadable' })
})
