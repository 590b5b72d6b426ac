import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAnswering } from './wait-for-servers.ts'

const socketPath = () => join(mkdtempSync(join(tmpdir(), 'socket-')), 'engine.sock')

async function answerOf(listener: RequestListener): Promise<boolean> {
  const path = socketPath()
  const server = createServer(listener).listen(path)
  await once(server, 'listening')
  const isUp = await isAnswering(path)
  server.close()
  return isUp
}

test('a server that answers with 200 is up', async () => {
  expect(await answerOf((_, response) => response.end('{}'))).toBe(true)
})

test('neither a missing socket, nor one that closes connections, nor another status is up', async () => {
  expect(await isAnswering(socketPath())).toBe(false)
  const path = socketPath()
  const proxy = createTcpServer((connection) => connection.destroy()).listen(path)
  await once(proxy, 'listening')
  expect(await isAnswering(path)).toBe(false)
  proxy.close()
  expect(await answerOf((_, response) => response.writeHead(503).end())).toBe(false)
})
