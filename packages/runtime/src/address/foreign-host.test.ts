import { request } from 'node:http'
import { expect, test } from 'vitest'
import { isForeignHost } from './foreign-host.ts'
import { internalServer } from '../process/health.ts'
import { createMetrics } from '../metrics.ts'

test.each(['localhost', 'localhost:8445', 'LOCALHOST:8445', '127.0.0.1:8445', '127.9.9.9', '[::1]:8445'])(
  'accepts %s as loopback',
  (header) => {
    for (const bound of ['127.0.0.1', '::1', 'localhost']) expect(isForeignHost(bound, header)).toBe(false)
  },
)

test.each([
  'evil.example',
  'evil.example:8445',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1:8445',
  '[2001:db8::1]',
  'user@evil.example',
  '',
  ':::',
])('rejects %j', (header) => {
  expect(isForeignHost('127.0.0.1', header)).toBe(true)
})

test('accepts any host name on a port that is not bound to loopback', () => {
  expect(isForeignHost('0.0.0.0', 'watchpost.example')).toBe(false)
  expect(isForeignHost('192.0.2.7', 'watchpost.example')).toBe(false)
})

test('returns 421 and no data for a foreign host on the internal port, and counts it', async () => {
  const metrics = createMetrics('gateway')
  const server = internalServer({ host: '127.0.0.1', port: 0 }, metrics, () => undefined)
  await server.start?.()
  const ask = (host: string) =>
    new Promise<number>((resolve, reject) => {
      request({ port: server.port(), host: '127.0.0.1', path: '/metrics', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  expect(await ask('evil.example')).toBe(421)
  expect(await ask(`127.0.0.1:${server.port()}`)).toBe(200)
  expect(await metrics.text()).toMatch(/^watchpost_internal_requests_refused_total(\{[^}]*\})? 1$/m)
  await server.stop?.()
  await metrics.stop()
})
