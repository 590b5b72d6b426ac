import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import type { ChildState } from './supervision.ts'
import { supervisorServer } from './supervisor-server.ts'

/** The internal port of a service that is ready or says why not. */
async function aService(reason?: string): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') response.end('watchpost_records_in 7\n')
    else response.writeHead(reason ? 503 : 200).end(JSON.stringify({ status: 'any', reason }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { server, port: (server.address() as AddressInfo).port }
}

async function freePort(): Promise<number> {
  const { server, port } = await aService()
  server.close()
  return port
}

/** A request as from a browser whose page reaches this machine under a foreign host name. */
function statusFor(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/children', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

test('is ready when every service is, otherwise lists the others with reasons; proxies metrics', async () => {
  const own = await freePort()
  const [gateway, api] = [await aService(), await aService('the engine does not answer')]
  const children: ChildState[] = [
    { name: 'gateway', service: 'gateway', internalPort: gateway.port, restarts: 0, pid: 1 },
    { name: 'api', service: 'api', internalPort: api.port, restarts: 0, pid: 2 },
    { name: 'indexer', service: 'indexer', internalPort: await freePort(), restarts: 3, lastEnd: 'code 1' },
  ]
  const part = supervisorServer(
    { host: '127.0.0.1', port: own },
    { children: () => children },
    createMetrics('appliance'),
    async () => [{ part: 'Kafka', level: 'bad', says: 'away' }],
  )
  await part.start?.()
  const get = (path: string) => fetch(`http://127.0.0.1:${own}${path}`)

  const answer = await get('/readyz')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    reason: 'api: the engine does not answer; indexer: not running (ended with code 1)',
    roles: { gateway: 'ready' },
  })
  expect((await get('/healthz')).status).toBe(200)
  expect(await (await get('/findings')).json()).toEqual([{ part: 'Kafka', level: 'bad', says: 'away' }])
  expect(await (await get('/metrics/gateway')).text()).toBe('watchpost_records_in 7\n')
  expect((await get('/metrics/indexer')).status).toBe(503)
  expect((await get('/metrics/nobody')).status).toBe(404)
  children.length = 1
  expect((await get('/readyz')).status).toBe(200)
  expect(await statusFor(own, 'evil.example')).toBe(421)
  expect(await statusFor(own, `localhost:${own}`)).toBe(200)

  await part.stop?.()
  for (const each of [gateway, api]) each.server.close()
})
