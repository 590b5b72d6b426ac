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

/** A guarded server: plain HTTP that answers with the address it sees, or TLS without a certificate to get stuck in. */
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

/** What a connection answers to one request. */
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

test('a source has 64 unfinished handshakes; another source is not concerned', async () => {
  await using server = await aGuardedServer({ isTls: true })
  const clients = Array.from({ length: 80 }, () => server.open())
  await expect.poll(() => server.refused.length).toBe(16)
  expect(new Set(server.refused)).toEqual(new Set(['handshakes']))
  await expect.poll(server.connections).toBe(64)
  server.open('127.0.0.2')
  await expect.poll(server.connections).toBe(65)
  expect(server.counts()).toMatchObject({ open: 65, handshakes: 65, limit: 200 })

  // Their places are free as soon as they are gone.
  for (const client of clients) client.destroy()
  await expect.poll(server.connections).toBe(1)
  for (let turn = 0; turn < 64; turn += 1) server.open()
  await expect.poll(server.connections).toBe(65)
  expect(server.refused).toHaveLength(16)
})

test('silent connections are closed in time, and nothing of them stays', async () => {
  await using server = await aGuardedServer({ isTls: true, handshakeMs: 200 })
  for (let turn = 0; turn < 40; turn += 1) server.open()
  await expect.poll(() => server.refused).toEqual(Array(40).fill('timeout'))
  await expect.poll(server.connections).toBe(0)
  expect(server.counts()).toMatchObject({ open: 0, handshakes: 0 })
})

test('a handshake that trickles in byte by byte has no more time than any other', async () => {
  await using server = await aGuardedServer({ isTls: true, handshakeMs: 400 })
  const client = server.open()
  const trickle = setInterval(() => client.write(Buffer.from([0x16])), 50)
  // With bytes that were not read, the end is a reset.
  await new Promise((resolve) => client.once('close', resolve))
  clearInterval(trickle)
  await expect.poll(server.connections).toBe(0)
})

test('peers that hang up before they say anything are forgotten at once', async () => {
  await using server = await aGuardedServer({ isTls: true })
  for (let turn = 0; turn < 200; turn += 1) {
    const client = server.open()
    client.once('connect', () => (turn % 2 ? client.end() : client.resetAndDestroy()))
  }
  await expect.poll(() => server.counts().open).toBe(0)
  await expect.poll(server.connections).toBe(0)
})

test('when the port is full the longest silent stranger goes, and known peers stay', async () => {
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

test('when all have a request in hand the oldest one makes room', async () => {
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

test('when all are known the next one is refused', async () => {
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

test('a trusted proxy names its client, also byte by byte', async () => {
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
])('a trusted proxy with %s is closed', async (_what, bytes) => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'] })
  expect(await ask(server.open(), '/', bytes)).toBe('closed')
  expect(server.refused).toEqual(['proxy-header'])
})

test('a trusted proxy that says nothing is closed in time', async () => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'], handshakeMs: 200 })
  const client = server.open()
  client.write(proxied.subarray(0, 20))
  await once(client, 'close')
  expect(server.refused).toEqual(['timeout'])
})

test.each([0, 5, 20])('a trusted proxy that hangs up after %d bytes is forgotten at once', async (bytes) => {
  await using server = await aGuardedServer({ networks: ['127.0.0.1'] })
  server.open().end(proxied.subarray(0, bytes))
  await expect.poll(() => server.refused).toEqual(['proxy-header'])
  await expect.poll(server.connections).toBe(0)
})

test('from elsewhere a header is no header', async () => {
  await using server = await aGuardedServer({ networks: ['127.0.0.9'] })
  expect(await ask(server.open())).toMatch(/^127\.0\.0\.1 /)
  const client = server.open().resume()
  client.write(proxied)
  await once(client, 'close')
})

test('trusted proxies are exempt from the limit of handshakes, their clients are not', async () => {
  await using server = await aGuardedServer({ limit: 1_000, isTls: true, networks: ['127.0.0.1'] })
  for (let turn = 0; turn < 100; turn += 1) server.open()
  await expect.poll(server.connections).toBe(100)
  for (let turn = 0; turn < 70; turn += 1) server.open().write(proxied)
  await expect.poll(() => server.refused.length).toBe(6)
  expect(new Set(server.refused)).toEqual(new Set(['handshakes']))
})

test('a guard that stops closes what has said nothing, so that the server can close', async () => {
  const server = await aGuardedServer({ isTls: true })
  server.open()
  await expect.poll(server.connections).toBe(1)
  server.guard.stop()
  const closed = once(server.server, 'close')
  server.server.close()
  await closed
})
