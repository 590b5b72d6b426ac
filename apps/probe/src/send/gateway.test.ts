import { X509Certificate } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createAuthority, issueProbeCertificate } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { aTlsGateway, type Reply } from '../../test/a-tls-gateway.ts'
import type { Batch } from '../spool/batch.ts'
import { createGateway } from './gateway.ts'

const stream = 'ab'.repeat(16)
const place = { file: 1, offset: 0 }
const batch: Batch = {
  serial: 1,
  stream,
  first: 40,
  count: 2,
  from: place,
  to: place,
  lastDigest: '',
  readAt: 0,
  total: 42,
  bodyBytes: 0,
  bodyDigest: '',
}
const body = zstdCompressSync('{"a":1}\n{"b":2}\n')
const problem = (status: number, code: string, headers = {}): Reply => ({
  status,
  headers,
  body: { type: `/problems/${code}`, title: 'As scripted', status },
})

test('sends a batch in the format of the gateway, and accepts only a receipt with its own numbers', async () => {
  let next = 42
  await using server = await aTlsGateway(() => ({ status: 200, body: { stream, next_sequence: next } }))
  const gateway = createGateway({ url: server.url, connections: 2 }, server.identity)
  expect(await gateway.send(batch, body)).toBe('acknowledged')
  const [seen] = server.seen
  expect(seen).toMatchObject({
    method: 'POST',
    path: '/v1/events',
    headers: {
      'content-encoding': 'zstd',
      'content-type': 'application/x-ndjson',
      'watchpost-stream': stream,
      'watchpost-first-sequence': '40',
    },
    client: new X509Certificate(server.identity.cert).fingerprint256,
  })
  expect(zstdDecompressSync(seen?.body ?? '').toString()).toBe('{"a":1}\n{"b":2}\n')
  next = 41
  expect(await gateway.send(batch, body)).toMatchObject({ kind: 'lost' })
  gateway.close()
})

test.each<[string, Reply | 'hang-up', object]>([
  ['too many', problem(429, 'busy', { 'retry-after': '7' }), { kind: 'held', afterMs: 7_000 }],
  ['not now', problem(503, 'log-unavailable', { 'retry-after': '2' }), { kind: 'held', afterMs: 2_000 }],
  ['broken', problem(500, 'broken'), { kind: 'lost' }],
  ['torn', problem(409, 'stream-torn'), { kind: 'torn' }],
  ['revoked', problem(403, 'certificate-unknown'), { kind: 'refused', code: 'certificate-unknown' }],
  ['cut', 'hang-up', { kind: 'lost' }],
])('maps an answer to the next action: %s', async (_name, reply, expected) => {
  await using server = await aTlsGateway(() => reply)
  const gateway = createGateway({ url: server.url, connections: 1 }, server.identity)
  expect(await gateway.send(batch, body)).toMatchObject(expected)
  gateway.close()
})

test('sends nothing to a server of another CA', async () => {
  await using server = await aTlsGateway(() => ({ status: 200, body: { stream, next_sequence: 42 } }))
  const other = await createAuthority({ commonName: 'Someone else' })
  const gateway = createGateway({ url: server.url, connections: 1 }, { ...server.identity, ca: other.certPem })
  expect(await gateway.send(batch, body)).toMatchObject({ kind: 'lost' })
  expect(server.seen).toEqual([])
  gateway.close()
})

test('uses a new certificate from now on, while requests in flight end with the old one', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await using server = await aTlsGateway(async ({ path }) => {
    if (path === '/v1/events') await held
    return path === '/v1/events'
      ? { status: 200, body: { stream, next_sequence: 42 } }
      : { status: 200, body: { stream, next_sequence: 40, digest: 'd' } }
  })
  const gateway = createGateway({ url: server.url, connections: 1 }, server.identity)
  const slow = gateway.send(batch, body)
  await expect.poll(() => server.seen.length).toBe(1)
  const renewed = await issueProbeCertificate(server.authority, { probeId: 7, fqdn: 'p.test', days: 1 })
  gateway.use({ ca: server.authority.certPem, cert: renewed.certPem, key: renewed.keyPem })
  expect(await gateway.stateOf(stream)).toEqual({ next: 40, digest: 'd' })
  release()
  expect(await slow).toBe('acknowledged')
  const prints = server.seen.map(({ client }) => client)
  expect(prints).toEqual([server.identity.cert, renewed.certPem].map((pem) => new X509Certificate(pem).fingerprint256))
  gateway.close()
})
