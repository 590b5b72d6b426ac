import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { answerClientError } from './answer-client-error.ts'

async function listening(server: NetServer) {
  server.on('clientError', answerClientError)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  return {
    accepted: () => accepted,
    open() {
      // A peer that never closes its side.
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      client.on('error', () => {})
      clients.push(client)
      return client
    },
    count: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      server.close()
    },
  }
}

test('closes a handshake that times out, whether its peer is still connected or not', async () => {
  await using server = await listening(createHttpsServer({ handshakeTimeout: 100 }))
  const clients = Array.from({ length: 30 }, () => server.open())
  await expect.poll(server.accepted).toBe(30)
  for (const client of clients.slice(0, 15)) client.destroy()
  await expect.poll(server.count, { timeout: 8_000 }).toBe(0)
})

test('closes a connection with bytes that are not a handshake, without a response', async () => {
  await using server = await listening(createHttpsServer())
  const client = server.open()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const heard: Buffer[] = []
  client.on('data', (chunk: Buffer) => heard.push(chunk))
  await expect.poll(server.count, { timeout: 8_000 }).toBe(0)
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('HTTP/1.1')
})

const plain = (headersTimeout: number): Server =>
  createHttpServer({ headersTimeout, connectionsCheckingInterval: 50 }, () => {})

test.each([
  ['no request at all', 'nonsense\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['a request that does not go on', 'GET / HTTP/1.1\r\n', 408],
])('%s gets a problem response, and is closed even if the peer stays connected', async (_what, bytes, status) => {
  // On a busy machine, any other fault must be detected before the timeout.
  await using server = await listening(plain(status === 408 ? 100 : 30_000))
  const client = server.open()
  let heard = ''
  client.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  client.write(bytes)
  await expect.poll(() => heard).toMatch(/\}$/)
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status })
  await expect.poll(server.count, { timeout: 8_000 }).toBe(0)
})
