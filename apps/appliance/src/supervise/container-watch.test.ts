import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { planChildren } from './child-plan.ts'
import { problemOf } from './child-readiness.ts'
import { createContainerWatch } from './container-watch.ts'

const plans = planChildren(['gateway', 'api'], [], { gateway: 8444, api: 8443 }, 8445)
const log = { info: vi.fn(), warn: vi.fn() }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('knows which services answer, under the host names of their containers', async () => {
  const up = new Set(['gateway'])
  const isAlive = async ({ name }: { name: string }) => up.has(name)
  const watch = createContainerWatch(plans, { hosts: 'watchpost-*', log, isAlive, everyMs: 1_000 })
  await watch.start()
  const [gateway, api] = watch.children()
  expect(gateway).toMatchObject({ host: 'watchpost-gateway', internalPort: 8446, port: 8444, pid: 1 })
  expect([api?.host, api?.pid]).toEqual(['watchpost-api', undefined])
  up.add('api').delete('gateway')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([gateway?.pid, api?.pid]).toEqual([undefined, 1])
  await watch.stop(0)
})

test('asks the container of a service whether it is ready', async () => {
  vi.useRealTimers()
  const server = createServer((_, response) => response.writeHead(503).end('{"reason":"no brokers"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', () => resolve()))
  const { port } = server.address() as AddressInfo
  const child = { name: 'api', service: 'api', host: '127.0.0.2', internalPort: port, restarts: 0, pid: 1 }
  expect(await problemOf(child)).toBe('no brokers')
  server.close()
})
