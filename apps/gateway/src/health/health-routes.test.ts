import { probeHealthExample } from '@watchpost/contract'
import { createRateLimit } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import { healthRoutes } from './health-routes.ts'

const { clock_offset_ms: _offset, reported_at: _reported, ...report } = probeHealthExample

test('stores a report with the clock offset and without unknown fields', async () => {
  const kept: [number, object][] = []
  const now = () => Date.parse(report.host_time) + 250
  await using gateway = await aTlsGateway([
    healthRoutes({
      report: async (id, health) => void kept.push([id, health]),
      reports: createRateLimit({ perMinute: 60 }),
      now,
    }),
  ])
  gateway.enter(gateway.probe)
  const agent = gateway.agent(gateway.probe)
  const send = (body: object) => gateway.call(agent, '/v1/health', JSON.stringify(body))
  const eve = { ...report.eve, inode: 7 }
  expect(await send({ ...report, eve, load: [1, 2], clock_offset_ms: 9, reported_at: 'x' })).toMatchObject({
    status: 204,
  })
  expect(kept).toEqual([[3, { ...report, clock_offset_ms: -250 }]])

  for (const wrong of [
    {},
    { ...report, host_time: 'yesterday' },
    { ...report, lag_seconds: -1 },
    { ...report, agent_version: 'a\nb' },
    { ...report, agent_version: 'a'.repeat(65) },
    { ...report, spool: null },
    { ...report, possible_losses: Array.from({ length: 21 }, () => ({ at: report.host_time, reason: 'x', bytes: 1 })) },
  ]) {
    expect(await send(wrong)).toMatchObject({ status: 400, body: { type: '/problems/invalid-request' } })
  }
  expect(await send({ ...report, padding: 'x'.repeat(17_000) })).toMatchObject({ status: 413 })
  expect(kept).toHaveLength(1)
  agent.destroy()
})

test('rate-limits health reports', async () => {
  await using gateway = await aTlsGateway([
    healthRoutes({ report: async () => {}, reports: createRateLimit({ perMinute: 1 }) }),
  ])
  gateway.enter(gateway.probe)
  const agent = gateway.agent(gateway.probe)
  const send = () => gateway.call(agent, '/v1/health', JSON.stringify(report))
  expect([(await send()).status, (await send()).status]).toEqual([204, 429])
  agent.destroy()
})
