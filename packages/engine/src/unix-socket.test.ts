import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createPlainServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectEngine } from './connect/connect-engine.ts'
import type { EngineConfig } from './connect/engine-config.ts'
import { searchOnce } from './search/fixtures/search-once.ts'
import { createSearchTransport } from './search/search-transport.ts'

const found = { hits: { total: { value: 3 } } }

/** A folder with room for a Unix socket, and servers on it. */
function aSocket() {
  const folder = mkdtempSync(join(tmpdir(), 'engine-socket-'))
  const path = join(folder, 'engine.sock')
  const servers: Server[] = []
  const listen = (server: Server) =>
    new Promise<Server>((resolve) => {
      servers.push(server)
      server.listen(path, () => resolve(server))
    })
  const close = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()))
  return {
    config: {
      nodes: [`http+unix://${path}`],
      prefix: '',
      shards: 1,
      replicas: 0,
      refreshSeconds: 1,
      codec: 'default',
      requestTimeoutMs: 2_000,
    } satisfies EngineConfig,
    /** An engine that answers everything in the same way, and counts its connections. */
    async answer(answer: RequestListener = (_, response) => void response.end(JSON.stringify(found))) {
      const seen = { connections: 0, hosts: new Set<string | undefined>(), paths: [] as string[] }
      const server = createServer((request, response) => {
        seen.hosts.add(request.headers.host)
        seen.paths.push(`${request.method} ${request.url}`)
        response.setHeader('content-type', 'application/json')
        request.resume().on('end', () => answer(request, response))
      })
      server.on('connection', () => seen.connections++)
      await listen(server)
      return { seen, close: () => close(server) }
    },
    /** A proxy in front of an engine that is down: it accepts connections and closes them. */
    async acceptOnly() {
      const server = await listen(createPlainServer((socket) => void socket.on('data', () => socket.destroy())))
      return { close: () => close(server) }
    },
    [Symbol.dispose]() {
      for (const server of servers) server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function transportTo(config: EngineConfig) {
  const changes: string[] = []
  const transport = createSearchTransport(config, {
    silenceMs: 500,
    answerMs: 2_000,
    onChange: (node, isAway) => changes.push(`${node === config.nodes[0] ? 'node' : node} ${isAway ? 'away' : 'back'}`),
  })
  return { transport, changes, [Symbol.asyncDispose]: () => transport.close() }
}

test('the client sends all requests over one connection to the socket', async () => {
  using socket = aSocket()
  const { seen } = await socket.answer()
  const client = connectEngine(socket.config)
  for (let turn = 0; turn < 20; turn++) {
    const { body } = await client.search({ index: 'network_events', body: {} })
    expect(body.hits).toEqual(found.hits)
  }
  await client.bulk({ body: [{ index: { _index: 'a' } }, { some: 'document' }] })
  expect(seen).toMatchObject({ connections: 1, hosts: new Set(['localhost']) })
  expect(seen.paths.at(-1)).toBe('POST /_bulk')
  await client.close()
})

test('the search transport reuses its connection to the socket', async () => {
  using socket = aSocket()
  const { seen } = await socket.answer()
  await using to = transportTo(socket.config)
  for (let turn = 0; turn < 20; turn++) {
    expect(await searchOnce(to.transport, '/_search')).toMatchObject({ status: 200, text: JSON.stringify(found) })
  }
  expect(seen.paths.filter((path) => path === 'POST /_search')).toHaveLength(20)
  // A ping uses a connection of its own.
  expect(seen.connections).toBeLessThanOrEqual(2)
})

test('uses several sockets in turn', async () => {
  using one = aSocket()
  using two = aSocket()
  const [first, second] = await Promise.all([one.answer(), two.answer()])
  const client = connectEngine({ ...one.config, nodes: [...one.config.nodes, ...two.config.nodes] })
  for (let turn = 0; turn < 4; turn++) await client.search({ body: {} })
  expect([first.seen.paths.length, second.seen.paths.length]).toEqual([2, 2])
  await client.close()
})

test('detects a missing socket at once, and uses it when it is there', async () => {
  using socket = aSocket()
  await using to = transportTo(socket.config)
  expect(await searchOnce(to.transport, '/_search')).toMatchObject({ failure: 'away' })
  expect(to.transport.isThere()).toBe(false)
  await socket.answer()
  await expect.poll(() => to.transport.isThere(), { timeout: 3_000 }).toBe(true)
  expect(await searchOnce(to.transport, '/_search')).toMatchObject({ status: 200 })
  expect(to.changes).toEqual(['node away', 'node back'])
})

test('detects an engine that is down behind a proxy which accepts connections', async () => {
  using socket = aSocket()
  const proxy = await socket.acceptOnly()
  await using to = transportTo(socket.config)
  expect(await searchOnce(to.transport, '/_search')).toMatchObject({ failure: 'broken' })
  await expect.poll(() => to.transport.isThere(), { timeout: 3_000 }).toBe(false)
  await proxy.close()
  await socket.answer()
  await expect.poll(() => to.transport.isThere(), { timeout: 3_000 }).toBe(true)
})
