import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { aListeningApi, exchange } from '../../test/a-listening-api.ts'
import { tokens } from '../../test/an-api.ts'

function raw(port: number, localAddress = '127.0.0.1'): Socket {
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
}

const get = (headers: string) => `GET /api/version HTTP/1.1\r\n${headers}\r\n\r\n`

test('closes silent connections, whether the client stays or leaves', async () => {
  await using api = await aListeningApi({ guard: { handshakeMs: 300 } })
  const clients = Array.from({ length: 50 }, () => raw(api.port))
  await expect.poll(api.accepted).toBe(50)
  for (const client of clients.slice(0, 25)) client.destroy()
  await expect.poll(api.connectionCount).toBe(0)
  for (const client of clients) client.destroy()
})

test('closes connections that stop in the middle of a handshake', async () => {
  await using api = await aListeningApi({ guard: { handshakeMs: 500 } })
  const clients = Array.from({ length: 20 }, () => raw(api.port))
  // The beginning of a record of 512 bytes.
  for (const client of clients) client.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc]))
  await expect.poll(api.accepted).toBe(20)
  for (const client of clients.slice(0, 10)) client.end()
  await expect.poll(api.connectionCount).toBe(0)
  for (const client of clients) client.destroy()
})

test('serves callers during a flood of TLS client hellos by dropping most of them', async () => {
  await using api = await aListeningApi({ guard: { handshakes: { started: 4, waiting: 16 }, handshakeMs: 60_000 } })
  const kept = await api.open()
  const clients = Array.from({ length: 60 }, () => raw(api.port, '127.0.0.2'))
  await expect.poll(api.accepted).toBe(61)
  const hello = await captureHello()
  for (const client of clients) client.write(hello)
  const other = await api.open()
  for (const socket of [kept, other])
    expect(await exchange(socket, get('Host: x\r\nConnection: close'))).toMatch(/^HTTP\/1\.1 401 /)
  // Running handshakes and queued ones.
  await expect.poll(api.connectionCount).toBeLessThanOrEqual(4 + 16)
  expect(await api.connectionText()).toMatch(/watchpost_connections_refused_total\{reason="handshakes"\} \d+/)
  for (const client of clients) client.destroy()
})

/** The client hello of a TLS client. */
async function captureHello(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connectTls({ ...(server.address() as AddressInfo), host: '127.0.0.1' }).on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [hello] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  server.close()
  return hello
}

test('answers 408 and closes connections that send headers slowly', async () => {
  await using api = await aListeningApi()
  api.server.headersTimeout = 200
  const client = await api.open()
  const heard = exchange(client, 'GET /api/version HTTP/1.1\r\nHost: x\r\n')
  expect(await heard).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json/)
  await expect.poll(api.connectionCount, { timeout: 10_000 }).toBe(0)
})

test('closes connections that stay silent after the handshake', async () => {
  await using api = await aListeningApi()
  api.server.headersTimeout = 200
  const client = await api.open()
  await expect.poll(api.connectionCount, { timeout: 10_000 }).toBe(0)
  client.destroy()
})

test('closes connections that do not read their answers', async () => {
  await using api = await aListeningApi()
  expect(api.server.timeout).toBe(120_000)
  api.server.timeout = 500
  const client = (await api.open()).pause()
  // More than the system buffers per connection.
  client.write('GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  await expect.poll(api.connectionCount, { timeout: 15_000 }).toBe(0)
  client.destroy()
})

test('serves the next caller while all slots for unknown peers are taken', async () => {
  await using api = await aListeningApi({
    guard: { limit: 40, reserved: 10, handshakes: { perSource: 1_000 }, handshakeMs: 60_000 },
  })
  const known = await api.open()
  known.setEncoding('utf8').write(get(`Host: x\r\nAPI-KEY: ${tokens.operator}`))
  await once(known, 'data')
  const clients = Array.from({ length: 100 }, () => raw(api.port, '127.0.0.2'))
  await expect.poll(api.accepted).toBe(101)
  await expect.poll(api.connectionCount).toBe(31)
  const other = await api.open()
  expect(await exchange(other, get('Host: x\r\nConnection: close'))).toMatch(/^HTTP\/1\.1 401 /)
  // The authenticated connection was not closed for any of them.
  known.write(get(`Host: x\r\nAPI-KEY: ${tokens.operator}`))
  expect(String(await once(known, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await api.connectionText()).toMatch(/watchpost_connections_refused_total\{reason="displaced"\} \d+/)
  expect(await api.connectionText()).toMatch(/watchpost_connections_known(\{[^}]*\})? 1\b/)
  for (const client of clients) client.destroy()
  known.destroy()
})

test.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-ARIA128-GCM-SHA256'])(
  'rejects the cipher suite %s',
  async (ciphers) => {
    await using api = await aListeningApi()
    const weak = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` } as const
    await expect(api.open(weak)).rejects.toThrow()
    const fine = await api.open({ ...weak, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })
    fine.destroy()
  },
)

test('rejects TLS renegotiation', async () => {
  await using api = await aListeningApi()
  const client = await api.open({ maxVersion: 'TLSv1.2' })
  const outcome = new Promise<string>((resolve) => {
    client.once('close', () => resolve('refused'))
    client.renegotiate({}, (error) => resolve(error ? 'refused' : 'renegotiated'))
  })
  expect(await outcome).toBe('refused')
})

test('rejects two Host headers, or none', async () => {
  await using api = await aListeningApi()
  for (const headers of ['Host: a\r\nHost: a', 'Host: a\r\nhost: b', 'X: y']) {
    const heard = await exchange(await api.open(), get(headers))
    expect(heard).toMatch(/^HTTP\/1\.1 400 [\s\S]*\/problems\/invalid-request[\s\S]*one Host header/)
  }
})

test('reads a too large body to its end, so that the sender can read the answer', async () => {
  await using api = await aListeningApi()
  const client = await api.open()
  const body = 'x'.repeat(3 * 1024 ** 2)
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  expect(await exchange(client, head + body)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\/problems\/payload-too-large/)
})

test('answers a too large body that never ends', async () => {
  await using api = await aListeningApi()
  const client = await api.open()
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999\r\n\r\n{'
  expect(await exchange(client, head)).toMatch(/^HTTP\/1\.1 413 /)
})

/** A request without a login; the audit then contains the caller's IP address. */
const stranger = (header = '') => get(`Host: x\r\n${header}Connection: close`)

test('takes the last IP address of X-Forwarded-For behind a trusted proxy', async () => {
  await using api = await aListeningApi({ networks: ['127.0.0.1'], mode: 'x-forwarded-for', isPlain: true })
  const heard = await exchange(raw(api.port), stranger('X-Forwarded-For: 203.0.113.9, 192.0.2.7\r\n'))
  expect(heard).toMatch(/^HTTP\/1\.1 401 /)
  expect(api.accesses.at(-1)?.address).toBe('192.0.2.7')
  for (const wrong of ['', 'X-Forwarded-For: 192.0.2.7, unknown\r\n']) {
    expect(await exchange(raw(api.port), stranger(wrong))).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Forwarded-For/)
  }
  // From an untrusted peer the header is ignored.
  await exchange(raw(api.port, '127.0.0.9'), stranger('X-Forwarded-For: 192.0.2.8\r\n'))
  expect(api.accesses.at(-1)?.address).toBe('127.0.0.9')
})

test('takes the caller from the PROXY protocol behind a trusted proxy', async () => {
  await using api = await aListeningApi({ networks: ['127.0.0.1'] })
  const socket = raw(api.port)
  const header = [0x21, 0x11, 0, 12, 192, 0, 2, 7, 127, 0, 0, 1, 0x30, 0x39, 0, 80]
  socket.write(Buffer.concat([Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'), Buffer.from(header)]))
  const heard = await exchange(await api.open({ socket }), stranger('X-Forwarded-For: 203.0.113.9\r\n'))
  expect(heard).toMatch(/^HTTP\/1\.1 401 /)
  expect(api.accesses.at(-1)?.address).toBe('192.0.2.7')
  await expect(api.open()).rejects.toThrow()
})
