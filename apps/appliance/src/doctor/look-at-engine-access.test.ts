import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { lookAtEngineAccess } from './look-at-engine-access.ts'

const nodes = ['http+unix:///run/watchpost/engine.sock']

async function aServer(body: string) {
  const server = createServer((_, response) => void response.end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => void server.close() }
}

test('reports an engine that every local user can reach, in addition to its socket', async () => {
  using engine = await aServer('{"version":{"number":"3.7.0","lucene_version":"10.4.0"}}')
  expect(await lookAtEngineAccess(nodes, engine.url)).toMatchObject([{ part: 'OpenSearch', level: 'bad' }])
  expect(await lookAtEngineAccess([engine.url], engine.url)).toEqual([])
})

test('accepts a closed port, and another server on it', async () => {
  using other = await aServer('hello')
  expect(await lookAtEngineAccess(nodes, other.url)).toEqual([])
  expect(await lookAtEngineAccess(nodes, 'http://127.0.0.1:9/')).toEqual([])
})
