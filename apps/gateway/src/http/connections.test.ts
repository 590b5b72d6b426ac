import { connect, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import { withJsonBodies } from './json-bodies.ts'
import type { Routes } from './routes.ts'

type Gateway = Awaited<ReturnType<typeof aTlsGateway>>

function raw(port: number, localAddress = '127.0.0.1'): Socket {
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
}

function open({ port, authority }: Gateway, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca: authority.certPem, servername: 'localhost', ...options })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      socket.off('error', reject).on('error', () => {})
      resolve(socket)
    })
  })
}

/** Sends bytes and returns everything received until the gateway closes the connection. */
function exchange(socket: Socket, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    socket.on('close', () => resolve(heard))
    socket.write(bytes)
  })
}

const whence: Routes = (app) => void app.get('/v1/whence', { config: { isOpen: true } }, async ({ ip }) => ({ ip }))

test('closes silent and half-open connections', async () => {
  await using gateway = await aTlsGateway([], Date.now, { guard: { handshakeMs: 300 } })
  const clients = Array.from({ length: 50 }, () => raw(gateway.port))
  for (const client of clients.slice(0, 20)) client.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc]))
  await expect.poll(gateway.accepted).toBe(50)
  for (const client of clients.slice(10, 30)) client.destroy()
  await expect.poll(gateway.connectionCount).toBe(0)
  for (const client of clients) client.destroy()
})

test('a probe keeps its connection and a new one gets in while unknown clients use up their connection limit', async () => {
  await using gateway = await aTlsGateway([], Date.now, {
    guard: { limit: 40, reserved: 10, handshakes: { perSource: 1_000 }, handshakeMs: 60_000 },
  })
  gateway.enter(gateway.probe)
  const kept = gateway.agent(gateway.probe)
  expect((await gateway.call(kept)).status).toBe(200)
  const clients = Array.from({ length: 100 }, () => raw(gateway.port, '127.0.0.2'))
  await expect.poll(gateway.accepted).toBe(101)
  await expect.poll(gateway.connectionCount).toBe(31)
  const fresh = gateway.agent(gateway.probe)
  expect((await gateway.call(fresh)).status).toBe(200)
  const again = await gateway.call(kept)
  expect([again.status, again.isResumed]).toEqual([200, false])
  expect(await gateway.connectionCount()).toBe(31)
  for (const client of clients) client.destroy()
  for (const agent of [kept, fresh]) agent.destroy()
})

test('many probes behind one IP address all connect by retrying', async () => {
  await using gateway = await aTlsGateway([], Date.now, { guard: { handshakes: { perSource: 2 } } })
  let resets = 0
  async function persist(): Promise<TLSSocket> {
    for (;;) {
      try {
        return await open(gateway)
      } catch {
        resets += 1
        await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
      }
    }
  }
  const sockets = await Promise.all(Array.from({ length: 60 }, persist))
  expect(resets).toBeGreaterThan(0)
  expect(await gateway.connectionCount()).toBe(60)
  for (const socket of sockets) socket.destroy()
})

test.each([
  'ECDHE-ECDSA-AES128-SHA',
  'ECDHE-ECDSA-AES128-SHA256',
  'ECDHE-ECDSA-AES256-SHA384',
  'ECDHE-ECDSA-ARIA128-GCM-SHA256',
])('%s is refused, as at the API', async (cipher) => {
  await using gateway = await aTlsGateway()
  const weak = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: `${cipher}:@SECLEVEL=0` } as const
  await expect(open(gateway, weak)).rejects.toThrow()
  const fine = await open(gateway, { ...weak, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })
  fine.destroy()
})

test('refuses TLS renegotiation', async () => {
  await using gateway = await aTlsGateway()
  const client = await open(gateway, { maxVersion: 'TLSv1.2' })
  const outcome = new Promise<string>((resolve) => {
    client.once('close', () => resolve('refused'))
    client.renegotiate({}, (error) => resolve(error ? 'refused' : 'renegotiated'))
  })
  expect(await outcome).toBe('refused')
})

test.each([
  ['two Host headers', 'GET /v1/whoami HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', /one Host header/],
  ['an address that is none', 'GET /v1/%zz-secret HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', /not a valid URL/],
  ['no HTTP', 'nonsense-secret\r\n\r\n', /about:blank/],
])('%s is answered with a problem that does not repeat the request', async (_what, bytes, says) => {
  await using gateway = await aTlsGateway()
  const heard = await exchange(await open(gateway), bytes)
  expect(heard).toMatch(/^HTTP\/1\.1 400 /)
  expect(heard).toContain('application/problem+json')
  expect(heard).toMatch(says)
  expect(heard).not.toContain('secret')
})

test('reads a body over the limit to its end, so that the sender can read the answer', async () => {
  const small: Routes = withJsonBodies((app) => {
    app.post('/v1/small', { config: { isOpen: true }, bodyLimit: 1_024 }, async () => ({}))
  })
  await using gateway = await aTlsGateway([small])
  const body = 'x'.repeat(3 * 1024 ** 2)
  const head = `POST /v1/small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  expect(await exchange(await open(gateway), head + body)).toMatch(/^HTTP\/1\.1 413 [\s\S]*payload-too-large/)
})

test('behind a proxy with the PROXY protocol, identifies a probe by its certificate and its own IP address', async () => {
  await using gateway = await aTlsGateway([whence], Date.now, { proxyNetworks: ['127.0.0.1'] })
  gateway.enter(gateway.probe)
  const socket = raw(gateway.port)
  const header = [0x21, 0x11, 0, 12, 192, 0, 2, 7, 127, 0, 0, 1, 0x30, 0x39, 0, 80]
  socket.write(Buffer.concat([Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'), Buffer.from(header)]))
  const { certPem: cert, keyPem: key } = gateway.probe
  const secure = await open(gateway, { socket, cert, key })
  const heard = await exchange(
    secure,
    'GET /v1/whence HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/whoami HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(heard).toContain('"ip":"192.0.2.7"')
  expect(heard).toContain('{"id":')
  await expect(open(gateway)).rejects.toThrow()
})
