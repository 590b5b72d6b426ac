import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type ConnectionGuardOptions, createConnectionGuard } from './connection-guard.ts'
import type { ConnectionCounts, ConnectionRefusal } from './connection-metrics.ts'
import { type ProxyMode, readTrustedProxies } from './proxy/trusted-proxies.ts'

interface Wish extends Partial<ConnectionGuardOptions> {
  isTls?: boolean
  networks?: readonly string[]
  mode?: ProxyMode
}

/**
 * A guarded server: plain HTTP that responds with the IP address it sees, or TLS without a certificate, so that
 * handshakes hang.
 */
async function aGuardedServer({ isTls = false, networks = [], mode = 'proxy-v2', ...wish }: Wish = {}) {
  const refused: ConnectionRefusal[] = []
  let counts: () => ConnectionCounts = () => ({ open: 0, known: 0, handshakes: 0, limit: 0 })
  const guard = createConnectionGuard({
    limit: 200,
    reserved: 50,
    proxies: readTrustedProxies('X', networks, mode),
    metrics: {
      refused: (reason) => refused.push(reason),
      watch(read) {
        counts = read
      },
    },
    logger: { warn: () => {} },
    ...wish,
  })
  let inHand = 0
  const server = isTls
    ? createHttpsServer()
    : createHttpServer((request, answer) => {
        if (request.url === '/known') guard.recognise(request.socket)
        if (request.url === '/slow') {
          inHand += 1
          return
        }
        answer.end(`${request.socket.remoteAddress} ${request.socket.remotePort}`)
      })
  guard.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  return {
    refused,
    counts: () => counts(),
    inHand: () => inHand,
    guard,
    server,
    open(localAddress = '127.0.0.1') {
      const client = connect({ port, host: '127.0.0.1', localAddress })
      client.on('error', () => {})
      client.setEncoding('utf8')
      clients.push(client)
      return client
    },
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      guard.stop()
      server.close()
    },
  }
}

/** The response to one request on a connection. */
function ask(client: Socket, path = '/', before: Buffer | string = ''): Promise<string> {
  if (before.length > 0) client.write(before)
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return new Promise((resolve) => {
    let heard = ''
    client.on('data', (text: string) => {
      heard += text
      const [, body] = /\r\n\r\n(\S+ \d+)$/.exec(heard) ?? []
      if (body) resolve(body)
    })
    client.once('close', () => resolve('closed'))
  })
}

test('limits a source to 64 unfinished handshakes, without affecting other sources', async () => {
  await using server = await aGuardedServer({ isTls: true })
  const clients = Array.from({ length: 80 }, () => server.open())
  await expect.poll(() => server.refused.length).toBe(16)
  expect(new Set(server.refused)).toEqual(new Set(['handshakes']))
  await expect.poll(server.connections).toBe(64)
  server.open('127.0.0.2')
  await expect.poll(server.connections).toBe(65)
  expect(server.counts()).toMatchObject({ open: 65, handshakes: 65, limit: 200 })

  // Their slots are free as soon as they are closed.
  for (const client of clients) client.destroy()
  await expect.poll(server.connections).toBe(1)
  for (let turn = 0; turn < 64; turn += 1) server.open()
  await expect.poll(server.connections).toBe(65)
  expect(server.refused).toHaveLength(16)
})

test('closes silent connections in time and releases all their state', async () => {
  await using server = await aGuardedServer({ isTls: true, handshakeMs: 200 })
  for (let turn = 0; turn < 40; turn += 1) server.open()
  await expect.poll(() => server.refused).toEqual(Array(40).fill('timeout'))
  await expect.poll(server.connections).toBe(0)
  expect(server.counts()).toMatchObject({ open: 0, handshakes: 0 })
})

test('gives a handshake that arrives byte by byte no more time than any other', async () => {
  await using server = await aGuardedServer({ isTls: true, handshakeMs: 400 })
  const client = server.open()
  const trickle = setInterval(() => client.write(Buffer.from([0x16])), 50)
  // With unread bytes, the connection ends with a reset.
  await new Promise((resolve) => client.once('close', resolve))
  clearInterval(trickle)
  await expect.poll(server.connections).toBe(0)
})

test('forgets peers at once that disconnect before they send anything', async () => {
  await using server = await aGuardedServer({ isTls: true })
  for (let turn = 0; turn < 200; turn += 1) {
    const client = server.open()
    client.once('connect', () => (turn % 2 ? client.end() : client.resetAndDestroy()))
  }
  await expect.poll(() => server.counts().open).toBe(0)
  await expect.poll(server.connections).toBe(0)
})

test('closes the longest idle unknown connection when the port is full, and keeps known peers', async () => {
  await using server = await aGuardedServer({ limit: 8, reserved: 2 })
  const known = server.open()
  expect(await ask(known, '/known')).toMatch(/^127\.0\.0\.1 /)
  const strangers = Array.from({ length: 6 }, () => server.open())
  await expect.poll(() => server.counts().open).toBe(7)
  const gone = once(strangers[0] as Socket, 'close')
  expect(await ask(server.open())).toMatch(/^127\.0\.0\.1 /)
  await gone
  expect(server.refused).toEqual(['displaced'])
  known.removeAllListeners('data')
  expect(await ask(known)).toMatch(/^127\.0\.0\.1 /)
})

test('closes the connection with the oldest request when none is idle', async () => {
  await using server = await aGuardedServer({ limit: 4, reserved: 1 })
  const slow = Array.from({ length: 3 }, () => server.open())
  for (const [turn, client] of slow.entries()) {
    client.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(server.inHand).toBe(turn + 1)
  }
  const gone = once(slow[0] as Socket, 'close')
  expect(await ask(server.open())).toMatch(/^127\.0\.0\.1 /)
  await gone
  expect(server.refused).toEqual(['displaced'])
})

test('refuses a connection when all are from known peers', async () => {
  await using server = await aGuardedServer({ limit: 3, reserved: 1 })
  for (let turn = 0; turn < 3; turn += 1) expect(await ask(server.open(), '/known')).toMatch(/^127\.0\.0\.1 /)
  expect(server.counts()).toMatchObject({ open: 3, known: 3 })
  await once(server.open(), 'close')
  expect(server.refused).toEqual(['full'])
})

const proxyHead = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const proxied = Buffer.concat([
  proxyHead,
  Buffer.from([0x21, 0x11, 0, 12, 192, 0, 2, 7, 127, 0, 0, 1, 0x30, 0x39, 0, 80]),
])
const local = Buffer.concat([proxyHead, Buffer.from([0x20, 0, 0, 0])])

test("takes the client's IP address from a trusted proxy, also byte by byte", async () => {
  await using server = await aGuardedServer({ networks: ['127.0.0.0/8'] })
  expect(await ask(server.open(), '/', proxied)).toBe('192.0.2.7 12345')
  expect(await ask(server.open(), '/', local)).toMatch(/^127\.0\.0\.1 /)
  const slow = server.open().setNoDelay()
  for (const byte of proxied) {
    slow.write(Buffer.from([byte]))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await ask(slow)).toBe('192.0.2.7 12345')
})

test.each([
  ['no header', ''],
  ['version 1', 'PROXY TCP4 192.0.2.7 127.0.0.1 12345 80\r\n'],
  [
    'a header that is cut off in the middle of its addresses',
    Buffer.concat([proxied.subarray(0, 15), Buffer.from([9])]),
  ],
  ['a length of 64 KiB', Buffer.concat([proxyHead, Buffer.from([0x21, 0x11, 0xff, 0xff])])],
])('closes a trusted proxy with %s', async (_what, bytes) => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'] })
  expect(await ask(server.open(), '/', bytes)).toBe('closed')
  expect(server.refused).toEqual(['proxy-header'])
})

test('closes a silent trusted proxy in time', async () => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'], handshakeMs: 200 })
  const client = server.open()
  client.write(proxied.subarray(0, 20))
  await once(client, 'close')
  expect(server.refused).toEqual(['timeout'])
})

test.each([0, 5, 20])('forgets a trusted proxy at once that disconnects after %d bytes', async (bytes) => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'] })
  server.open().end(proxied.subarray(0, bytes))
  await expect.poll(() => server.refused).toEqual(['proxy-header'])
  await expect.poll(server.connections).toBe(0)
})

test('ignores a PROXY header from an untrusted source', async () => {
  await using server = await aGuardedServer({ networks: ['127.0.0.9'] })
  expect(await ask(server.open())).toMatch(/^127\.0\.0\.1 /)
  const client = server.open().resume()
  client.write(proxied)
  await once(client, 'close')
})

test('exempts trusted proxies from the handshake limit, but not their clients', async () => {
  await using server = await aGuardedServer({ limit: 1_000, isTls: true, networks: ['127.0.0.1'] })
  for (let turn = 0; turn < 100; turn += 1) server.open()
  await expect.poll(server.connections).toBe(100)
  for (let turn = 0; turn < 70; turn += 1) server.open().write(proxied)
  await expect.poll(() => server.refused.length).toBe(6)
  expect(new Set(server.refused)).toEqual(new Set(['handshakes']))
})

test('closes silent connections on stop, so that the server can close', async () => {
  const server = await aGuardedServer({ isTls: true })
  server.open()
  await expect.poll(server.connections).toBe(1)
  server.guard.stop()
  const closed = once(server.server, 'close')
  server.server.close()
  await closed
})
