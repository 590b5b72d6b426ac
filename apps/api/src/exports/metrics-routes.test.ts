import { type AddressInfo, createServer, type Server } from 'node:net'
import { MetricsExport } from '@watchpost/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aMetricsExportStore } from '../../test/exports/a-metrics-export-store.ts'
import { anApi, asOperator } from '../../test/an-api.ts'

const url = '/api/exports/metrics'
const key = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'
const wanted = { enabled: true, ip: '192.0.2.20', port: 19_999, iface: 'eth0', key }
const call = (method: 'GET' | 'PUT' | 'POST', payload?: object, path = '') =>
  ({ method, url: `${url}${path}`, headers: asOperator, ...(payload && { payload }) }) as const

test.each(['PUT', 'POST'] as const)('%s sets the export and stores the key, but never returns it', async (method) => {
  const exports = aMetricsExportStore()
  await using api = await anApi({ metricsExport: { exports } })
  const set = await api.app.inject(call(method, { ...wanted, key: key.toUpperCase() }))
  expect([set.statusCode, set.json()]).toMatchObject([
    200,
    { enabled: true, ip: '192.0.2.20', port: 19_999, iface: 'eth0', has_key: true, state: { status: 'unserved' } },
  ])
  const read = await api.app.inject(call('GET'))
  expect(Value.Check(MetricsExport, read.json())).toBe(true)
  expect((read.body + set.body).toLowerCase()).not.toContain(key)
  expect(exports.keys).toEqual([key])
})

test('enabled: false alone disables the export and deletes the key', async () => {
  const exports = aMetricsExportStore()
  await using api = await anApi({ metricsExport: { exports } })
  await api.app.inject(call('PUT', wanted))
  const answer = await api.app.inject(call('PUT', { enabled: false }))
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { enabled: false, ip: null, port: null, iface: null, has_key: false, state: { status: 'disabled' } },
  ])
  expect(exports.keys).toEqual([])
})

test.each<[object, string[]]>([
  [{}, ['#/enabled']],
  [{ enabled: true }, ['#/ip', '#/port', '#/key']],
  [{ ...wanted, key: undefined }, ['#/key']],
  [{ ...wanted, enabled: false }, ['#/ip', '#/port', '#/key', '#/iface']],
  [{ ...wanted, ip: 'netdata.example.org' }, ['#/ip']],
  [{ ...wanted, ip: '0x7f.1' }, ['#/ip']],
  [{ ...wanted, ip: 'fe80::1%eth0' }, ['#/ip']],
  [{ ...wanted, iface: 'eth0\nkey = x' }, ['#/iface']],
  [{ ...wanted, iface: 'eth7' }, ['#/iface']],
  [{ ...wanted, iface: '$(reboot)' }, ['#/iface']],
  [{ ...wanted, key: 'secret' }, ['#/key']],
  [{ ...wanted, key: `${key}\n[stream]` }, ['#/key']],
  [{ ...wanted, port: 0 }, ['#/port']],
  [{ ...wanted, host: 'x' }, ['#/host']],
])('rejects %j with a pointer', async (body, pointers) => {
  await using api = await anApi()
  const answer = await api.app.inject(call('PUT', body))
  expect(answer.statusCode).toBe(400)
  const found = (answer.json().errors as { pointer: string }[]).map(({ pointer }) => pointer)
  expect(found).toEqual(expect.arrayContaining(pointers))
  expect((await api.app.inject(call('GET'))).json().enabled).toBe(false)
})

test.each(['127.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '10.1.2.3', '224.0.0.1'])(
  'rejects a parent at %s',
  async (ip) => {
    await using api = await anApi()
    const answer = await api.app.inject(call('PUT', { ...wanted, ip }))
    expect([answer.statusCode, answer.json().type]).toEqual([422, '/problems/export-target-refused'])
    expect(answer.json().errors[0].pointer).toBe('#/ip')
  },
)

test('returns the state that the exporter last reported for this target, and detects a silent exporter', async () => {
  const reportedAt = new Date()
  const message = 'The parent does not take the key.'
  const state = {
    status: 'waiting',
    since: reportedAt.toISOString(),
    last_error: { at: reportedAt.toISOString(), reason: 'wrong_key', message },
  }
  for (const [version, ageSeconds, expected] of [
    [2, 1, { status: 'waiting', last_error: { reason: 'wrong_key', message } }],
    [1, 1, { status: 'connecting', last_error: null }],
    [2, 60, { status: 'unserved', warnings: [expect.stringContaining('exporter')] }],
  ] as const) {
    const exports = aMetricsExportStore({ version, state, reportedAt, ageSeconds })
    await using api = await anApi({ metricsExport: { exports } })
    await api.app.inject(call('PUT', wanted))
    expect((await api.app.inject(call('GET'))).json().state).toMatchObject(expected)
  }
})

/** A parent that sends this reply. */
async function aParent(reply: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(reply))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { server, port: (server.address() as AddressInfo).port }
}

test('reports each step of a test, at most five tests a minute', async () => {
  const { server, port } = await aParent('Hit me baby, push them over...')
  await using api = await anApi({ metricsExport: { networks: ['127.0.0.1/32'] } })
  expect((await api.app.inject(call('POST', undefined, '/test'))).json().type).toBe('/problems/export-disabled')
  await api.app.inject(call('PUT', { ...wanted, ip: '127.0.0.1', port, iface: 'lo' }))
  const tried = await api.app.inject(call('POST', undefined, '/test'))
  expect(tried.json()).toMatchObject({
    ok: true,
    steps: [{ step: 'interface', detail: 'lo, 127.0.0.1' }, { step: 'connect' }, { step: 'key', ok: true }],
  })
  server.close()
  await new Promise((ended) => server.once('close', ended))
  const refused = await api.app.inject(call('POST', undefined, '/test'))
  expect(refused.json()).toMatchObject({ ok: false, steps: [{ ok: true }, { step: 'connect', ok: false }] })
  for (let turn = 0; turn < 3; turn++) await api.app.inject(call('POST', undefined, '/test'))
  expect((await api.app.inject(call('POST', undefined, '/test'))).statusCode).toBe(429)
})
