import { type AddressInfo, createServer } from 'node:net'
import { SyslogExport } from '@watchpost/contract'
import { createAuthority, issueProbeCertificate, issueServerCertificate, type KeyPair } from '@watchpost/pki'
import { Value } from 'typebox/value'
import { beforeAll, expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import { aSyslogStore } from '../../test/exports/a-syslog-store.ts'
import { anRsaCertificate } from '../../test/system/an-rsa-certificate.ts'

const root = '/api/exports/syslog'
const general = { hostname: 'siem.example.org', port: 6_514 }
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
const call = (method: Method, path: string, payload?: object) =>
  ({ method, url: `${root}${path}`, headers: asOperator, ...(payload && { payload }) }) as const

let client: KeyPair
let server: KeyPair
let ca: string
beforeAll(async () => {
  const authority = await createAuthority({ commonName: 'Log authority' })
  ca = authority.certPem
  client = await issueProbeCertificate(authority, { probeId: 1, fqdn: 'watchpost.example.org', days: 30 })
  server = await issueServerCertificate(authority, { names: ['siem.example.org'], addresses: [], days: 30 })
})

test.each(['PUT', 'POST'] as const)(
  '%s of the general part creates an export, and the next one replaces it',
  async (method) => {
    await using api = await anApi()
    const made = await api.app.inject(call(method, '/1/general', { id: 1, ...general }))
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        ...general,
        enabled: true,
        transport: 'tcp',
        facility: 'local0',
        body: 'json',
        severities: { '1': 'critical', '2': 'warning', '3': 'notice', other: 'informational' },
        max_message_bytes: 65_536,
      },
    ])
    const replaced = await api.app.inject(call(method, '/1/general', { ...general, port: 514, facility: 'local4' }))
    expect([replaced.statusCode, replaced.json().facility]).toEqual([200, 'local4'])
    const listed = await api.app.inject(call('GET', ''))
    expect(listed.json()).toHaveLength(1)
    expect(Value.Check(SyslogExport, listed.json()[0])).toBe(true)
  },
)

test('stores filters by their own names, and clears them', async () => {
  await using api = await anApi()
  await api.app.inject(call('PUT', '/3/general', general))
  const wanted = {
    ips: ['2001:DB8::/32', '192.0.2.7', '::ffff:192.0.2.7'],
    probes: ['PROBE-07.example.test', 7],
    protocols: ['ssl', 'dns', 'tls', 'ikev2'],
    event_types: ['alert'],
    min_risk: 40,
  }
  const set = await api.app.inject(call('POST', '/3/filters', wanted))
  expect([set.statusCode, set.json()]).toEqual([
    200,
    {
      ips: ['2001:db8::/32', '192.0.2.7'],
      probes: [{ id: 7, fqdn: 'probe-07.example.test' }],
      protocols: ['tls', 'dns', 'ike'],
      event_types: ['alert'],
      min_risk: 40,
    },
  ])
  expect((await api.app.inject(call('DELETE', '/3/filters'))).statusCode).toBe(204)
  const read = await api.app.inject(call('GET', '/3'))
  expect(read.json().filters).toEqual({ ips: [], probes: [], protocols: [], event_types: [], min_risk: null })
})

test('a certificate switches to TLS; its key is stored and never returned', async () => {
  const exports = aSyslogStore()
  await using api = await anApi({ syslog: { exports } })
  await api.app.inject(call('PUT', '/1/general', general))
  const body = { cert: client.certPem, cert_key: client.keyPem, ca, server_name: 'siem.example.org' }
  const set = await api.app.inject(call('PUT', '/1/certificate', body))
  expect([set.statusCode, set.json()]).toMatchObject([
    200,
    { own: { subject: expect.stringContaining('watchpost') }, ca: [{ subject: 'CN=Log authority' }], verify: true },
  ])
  expect(exports.keys.get(1)).toContain('PRIVATE KEY')
  const read = await api.app.inject(call('GET', '/1'))
  expect(read.json().general.transport).toBe('tls')
  expect(read.body + set.body).not.toContain('PRIVATE KEY')
  expect((await api.app.inject(call('DELETE', '/1/certificate'))).statusCode).toBe(204)
  expect((await api.app.inject(call('GET', '/1'))).json()).toMatchObject({
    certificate: null,
    general: { transport: 'tcp' },
  })
  expect(exports.keys.size).toBe(0)
})

test('rejects certificates that do not match, with a pointer', async () => {
  await using api = await anApi()
  await api.app.inject(call('PUT', '/1/general', general))
  const refused = async (body: object) => {
    const answer = await api.app.inject(call('PUT', '/1/certificate', body))
    return [answer.statusCode, answer.json().type, answer.json().errors?.[0]?.pointer]
  }
  const { certPem: cert, keyPem: cert_key } = client
  expect(await refused({ cert })).toEqual([400, '/problems/invalid-request', '#/cert_key'])
  expect(await refused({ cert, cert_key: server.keyPem })).toEqual([
    422,
    '/problems/certificate-key-mismatch',
    '#/cert_key',
  ])
  expect(await refused({ cert: server.certPem, cert_key: server.keyPem })).toEqual([
    422,
    '/problems/certificate-unusable',
    '#/cert',
  ])
  expect(await refused({ cert, cert_key, ca: 'x' })).toEqual([422, '/problems/certificate-unreadable', '#/ca'])
})

test('accepts authorities with a short RSA key, with a warning for each', async () => {
  await using api = await anApi()
  await api.app.inject(call('PUT', '/1/general', general))
  const set = await api.app.inject(call('PUT', '/1/certificate', { ca: ca + anRsaCertificate(2_048).certPem }))
  const warnings = [expect.stringMatching(/^CN=soc\.example\.org: The key is RSA of 2048 bits/)]
  expect([set.statusCode, set.json()]).toMatchObject([200, { ca: [{}, {}], warnings }])
  expect((await api.app.inject(call('GET', '/1'))).json()).toMatchObject({ certificate: { warnings } })
})

test('replaces a whole export at once, and clears omitted parts', async () => {
  await using api = await anApi()
  const whole = { general, filters: { protocols: ['dns'] }, certificate: { ca, verify: true } }
  const made = await api.app.inject(call('PUT', '/9', whole))
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    { id: 9, filters: { protocols: ['dns'] }, certificate: { own: null }, state: { status: 'unserved' } },
  ])
  const bare = await api.app.inject(call('PUT', '/9', { general }))
  expect([bare.statusCode, bare.json()]).toMatchObject([200, { filters: { protocols: [] }, certificate: null }])
  expect((await api.app.inject(call('DELETE', '/9'))).statusCode).toBe(204)
  expect((await api.app.inject(call('GET', '/9'))).json().type).toBe('/problems/export-not-found')
})

test.each<[Method, string, object | undefined]>([
  ['GET', '/5', undefined],
  ['DELETE', '/5', undefined],
  ['PUT', '/5/filters', {}],
  ['DELETE', '/5/filters', undefined],
  ['PUT', '/5/certificate', { verify: true }],
  ['DELETE', '/5/certificate', undefined],
  ['POST', '/5/test', undefined],
  ['POST', '/5/replay', { from: new Date().toISOString() }],
])('%s %s returns not found for an unknown export', async (method, path, payload) => {
  await using api = await anApi()
  const answer = await api.app.inject(call(method, path, payload))
  expect([answer.statusCode, answer.json().type]).toEqual([404, '/problems/export-not-found'])
})

test.each<[string, object, string]>([
  ['/1/general', { ...general, host: 'x' }, '#/host'],
  ['/1/general', { ...general, id: 2 }, '#/id'],
  ['/1/general', { ...general, port: 0 }, '#/port'],
  ['/1/general', { ...general, facility: 'local9' }, '#/facility'],
  ['/1/filters', { ips: ['192.0.2.0/33'] }, '#/ips/0'],
  ['/1/filters', { ips: ['192.0.2.7', '0x7f.1'] }, '#/ips/1'],
  ['/1/filters', { probes: [7, 8] }, '#/probes/1'],
  ['/1/filters', { protocols: ['gopher'] }, '#/protocols/0'],
  ['/1/filters', { min_risk: 101 }, '#/min_risk'],
])('%s with %j is rejected with a pointer', async (path, body, pointer) => {
  await using api = await anApi()
  await api.app.inject(call('PUT', '/1/general', general))
  const answer = await api.app.inject(call('PUT', path, body))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer }))
})

test.each(['127.0.0.1', '0x7f.1', '169.254.169.254', '::ffff:127.0.0.1', '10.1.2.3', 'fe80::1%eth0'])(
  'rejects a target at %s',
  async (hostname) => {
    await using api = await anApi()
    const answer = await api.app.inject(call('PUT', '/1/general', { ...general, hostname }))
    expect([answer.statusCode, answer.json().type]).toEqual([422, '/problems/export-target-refused'])
    expect(answer.json().errors[0].pointer).toBe('#/hostname')
    expect((await api.app.inject(call('GET', ''))).json()).toEqual([])
  },
)

test('reports each step of a test, at most five tests a minute', async () => {
  const received: Buffer[] = []
  const receiver = createServer((socket) => socket.on('data', (chunk: Buffer) => received.push(chunk)))
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  const { port } = receiver.address() as AddressInfo
  await using api = await anApi({ syslog: { networks: ['127.0.0.1/32'] } })
  await api.app.inject(call('PUT', '/1/general', { hostname: '127.0.0.1', port }))
  const tried = await api.app.inject(call('POST', '/1/test'))
  expect(tried.json()).toMatchObject({
    ok: true,
    steps: [{ step: 'resolve' }, { step: 'connect' }, { step: 'written' }, { step: 'still_open' }],
  })
  expect(Buffer.concat(received).toString()).toContain('Test of syslog export 1.')
  await new Promise((closed) => receiver.close(closed))
  for (let turn = 0; turn < 4; turn++) {
    const refused = await api.app.inject(call('POST', '/1/test'))
    expect(refused.json()).toMatchObject({ ok: false, steps: [{ ok: true }, { step: 'connect', ok: false }] })
  }
  const tooOften = await api.app.inject(call('POST', '/1/test'))
  expect([tooOften.statusCode, tooOften.headers['retry-after']]).toEqual([429, expect.any(String)])
})

test('replays as far back as the log reaches', async () => {
  const exports = aSyslogStore()
  await using api = await anApi({ syslog: { exports } })
  await api.app.inject(call('PUT', '/1/general', general))
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const answer = await api.app.inject(call('POST', '/1/replay', { from }))
  expect([answer.statusCode, answer.json()]).toEqual([202, { from }])
  expect(await exports.find(1)).toMatchObject({ replayNumber: 1, replayFrom: new Date(from) })
  const old = await api.app.inject(
    call('POST', '/1/replay', { from: new Date(Date.now() - 25 * 3_600_000).toISOString() }),
  )
  expect([old.statusCode, old.json().type]).toEqual([422, '/problems/export-replay-too-old'])
  expect((await api.app.inject(call('POST', '/1/replay', { from: 'yesterday' }))).statusCode).toBe(400)
})

test('returns the state that the exporter last reported, and detects a silent exporter', async () => {
  const state = { status: 'connected', since: new Date().toISOString(), lag_events: 3 }
  const reportedAt = new Date()
  const states = new Map([
    [1, { state, reportedAt, ageSeconds: 1 }],
    [2, { state, reportedAt, ageSeconds: 60 }],
  ])
  await using api = await anApi({ syslog: { states } })
  for (const id of [1, 2]) await api.app.inject(call('PUT', `/${id}/general`, general))
  const [served, silent] = (await api.app.inject(call('GET', ''))).json() as SyslogExport[]
  expect(served?.state).toMatchObject({ status: 'connected', lag_events: 3, reported_at: reportedAt.toISOString() })
  expect(silent?.state).toMatchObject({ status: 'unserved', warnings: [expect.stringContaining('exporter')] })
})

const asAdministrator = { 'api-key': tokens.administrator }

test.each<[Method, string, object | undefined]>([
  ['PUT', '/1', { general }],
  ['PUT', '/1/general', { ...general, hostname: 'elsewhere.example.org' }],
  ['POST', '/1/filters', { protocols: ['dns'] }],
  ['DELETE', '/1/filters', undefined],
  ['PUT', '/1/certificate', { verify: false }],
  ['DELETE', '/1/certificate', undefined],
  ['POST', '/1/test', undefined],
  ['POST', '/1/replay', { from: new Date().toISOString() }],
  ['DELETE', '/1', undefined],
  ['PUT', '/2', { general, filters: { event_types: ['alert', 'audit'] } }],
  ['PUT', '/3/filters', { event_types: ['audit'] }],
])('%s %s of an audit export is for administrators only', async (method, path, payload) => {
  await using api = await anApi()
  const set = call('PUT', '/1', { general, filters: { event_types: ['audit'] } })
  expect((await api.app.inject({ ...set, headers: asAdministrator })).statusCode).toBe(201)
  await api.app.inject(call('PUT', '/3/general', general))
  const before = await api.app.inject(call('GET', ''))
  const refused = await api.app.inject(call(method, path, payload))
  expect([refused.statusCode, refused.json().type]).toEqual([403, '/problems/forbidden'])
  expect((await api.app.inject(call('GET', ''))).json()).toEqual(before.json())
  const taken = await api.app.inject({ ...call(method, path, payload), headers: asAdministrator })
  expect(taken.statusCode).toBeLessThan(300)
})
