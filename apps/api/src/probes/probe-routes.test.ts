import { createHash } from 'node:crypto'
import { CreatedProbe, Probe, probeHealthExample } from '@watchpost/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aProbeStore } from '../../test/probes/a-probe-store.ts'
import { anApi, tokens } from '../../test/an-api.ts'

const host = 'watchpost.example.test'
const ask = (route: string, payload?: object) => {
  const [method, url] = route.split(' ') as ['GET', string]
  return { method, url, headers: { 'api-key': tokens.administrator, host }, ...(payload && { payload }) }
}

test('a new probe has a pairing code that is shown once and stored as a digest', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  const made = await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example', source_network: '192.0.2.9/24' }))
  expect([made.statusCode, made.headers.location]).toEqual([201, '/api/probes/1'])
  const { enrolment, ...probe } = made.json()
  expect(Value.Check(CreatedProbe, made.json())).toBe(true)
  expect(probe).toMatchObject({ id: 1, fqdn: 'north.example', is_paired: false, certificate: null, ledger: null })
  expect(enrolment.code).toMatch(/^[a-z2-7]{32}\.[0-9a-f]{64}$/)
  expect(enrolment.command).toBe(`watchpost-probe enrol --appliance https://${host}:8444 --code ${enrolment.code}`)
  const codeHash = createHash('sha256').update(enrolment.code.slice(0, 32)).digest()
  expect(probes.codes).toEqual([{ codeHash, minutes: 15, sourceNetwork: '192.0.2.0/24' }])

  const read = await api.app.inject(ask('GET /api/probes/1'))
  expect(read.json()).toEqual(probe)
  expect((await api.app.inject(ask('GET /api/probes'))).json()).toEqual([probe])
})

test('pairs a probe again with a body, an empty body or none', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example' }))
  for (const body of [undefined, {}, { source_network: '2001:db8::1' }]) {
    const answer = await api.app.inject(ask('POST /api/probes/1/pairing', body))
    expect([answer.statusCode, Object.keys(answer.json()).sort()]).toEqual([201, ['code', 'command', 'expires_at']])
  }
  expect(probes.codes.map(({ sourceNetwork }) => sourceNetwork)).toEqual([null, null, null, '2001:db8::1/128'])
  expect((await api.app.inject(ask('DELETE /api/probes/1/pairing'))).statusCode).toBe(204)
})

test('returns certificates and clone alarms, and clears the alarms', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example' }))
  const probe = await probes.probes.find(1)
  if (probe === 'absent') throw new Error('no probe')
  const at = new Date('2026-11-16T10:00:00Z')
  const certificate = {
    fingerprint: Buffer.alloc(32, 7),
    issuedAt: at,
    notAfter: at,
    firstUsedAt: at,
    lastUsedAt: null,
    lastNetwork: '192.0.2.0/24',
    state: 'superseded' as const,
  }
  const networks = ['192.0.2.0/24', '198.51.100.0/24']
  const alarm = { reason: 'two-networks' as const, raisedAt: at, lastAt: at, networks, certificates: ['07'] }
  probes.present.set(1, { ...probe, certificates: [certificate], cloneAlarms: [alarm] })
  const told = (await api.app.inject(ask('GET /api/probes/1'))).json()
  expect(Value.Check(Probe, told)).toBe(true)
  expect(told.certificates).toEqual([
    {
      fingerprint_sha256: '07'.repeat(32),
      state: 'superseded',
      issued_at: '2026-11-16T10:00:00.000Z',
      not_after: '2026-11-16T10:00:00.000Z',
      first_used_at: '2026-11-16T10:00:00.000Z',
      last_used_at: null,
      last_network: '192.0.2.0/24',
    },
  ])
  expect(told.clone_alarms).toMatchObject([{ reason: 'two-networks', networks, certificates: ['07'] }])
  for (const body of [undefined, {}, { expect_networks: true }]) {
    expect((await api.app.inject(ask('POST /api/probes/1/clone-clearance', body))).statusCode).toBe(204)
  }
  expect(probes.cleared).toEqual([
    [1, false],
    [1, false],
    [1, true],
  ])
  expect((await api.app.inject(ask('GET /api/probes/1'))).json().clone_alarms).toEqual([])
})

test('changes name, pause and limit, and removes a limit with null', async () => {
  await using api = await anApi()
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example', events_per_second: 9 }))
  const change = async (body: object) => (await api.app.inject(ask('PATCH /api/probes/1', body))).json()
  expect(await change({ is_paused: true })).toMatchObject({ is_paused: true, events_per_second: 9 })
  expect(await change({ events_per_second: null })).toMatchObject({ is_paused: true, events_per_second: null })
  expect(await change({ fqdn: 'south.example', is_paused: false })).toMatchObject({ fqdn: 'south.example' })
  expect((await api.app.inject(ask('DELETE /api/probes/1'))).statusCode).toBe(204)
  expect((await api.app.inject(ask('GET /api/probes/1'))).json().type).toBe('/problems/not-found')
})

test('returns ledger totals for each probe that has sent events', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  for (const fqdn of ['north.example', 'south.example']) await api.app.inject(ask('POST /api/probes', { fqdn }))
  const told = { received: 9, indexed: 5, waiting: 2, missing: 3 }
  probes.accounts.push({ ...told, probeId: 2, fqdn: 'south.example', deadLettered: 1, expired: 1, abandoned: 0 })
  const ledger = { ...told, dead_lettered: 1 }
  expect((await api.app.inject(ask('GET /api/probes'))).json()).toMatchObject([{ ledger: null }, { id: 2, ledger }])
  expect((await api.app.inject(ask('GET /api/probes/2'))).json()).toMatchObject({ ledger })
})

test('counts events with a corrected time, with the last claimed time', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example' }))
  expect((await api.app.inject(ask('GET /api/probes/1'))).json()).toMatchObject({ clock_corrections: null })
  const lastReceived = new Date('2026-11-17T10:00:00Z')
  probes.corrections.set(1, { aheadEvents: 2, oldEvents: 3, lastClaimed: '9999-12-31T23:59:59Z', lastReceived })
  const clock_corrections = {
    ahead: 2,
    old: 3,
    last_claimed: '9999-12-31T23:59:59Z',
    last_received_at: '2026-11-17T10:00:00.000Z',
  }
  expect((await api.app.inject(ask('GET /api/probes/1'))).json()).toMatchObject({ clock_corrections })
  expect((await api.app.inject(ask('GET /api/probes'))).json()).toMatchObject([{ clock_corrections }])
})

test('returns health as the gateway stored it, and omits it in another shape', async () => {
  const probes = aProbeStore()
  await using api = await anApi({ probes })
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example' }))
  const { reported_at: _reported, ...report } = probeHealthExample
  const reportedAt = new Date('2026-11-16T10:00:00Z')
  probes.reports.set(1, { report, reportedAt })
  expect((await api.app.inject(ask('GET /api/probes/1'))).json().health).toEqual({
    ...report,
    reported_at: '2026-11-16T10:00:00.000Z',
  })
  probes.reports.set(1, { report: { cpu: 1 }, reportedAt })
  expect((await api.app.inject(ask('GET /api/probes/1'))).json().health).toBeNull()
})

test('rejects invalid input, each with its own problem', async () => {
  await using api = await anApi()
  await api.app.inject(ask('POST /api/probes', { fqdn: 'north.example' }))
  for (const [route, body, status, code] of [
    ['POST /api/probes', { fqdn: 'NORTH.example' }, 409, 'probe-fqdn-taken'],
    ['POST /api/probes', { id: 1, fqdn: 'x.example' }, 409, 'probe-id-taken'],
    ['POST /api/probes', { fqdn: 'a b' }, 400, 'invalid-request'],
    ['POST /api/probes', { fqdn: '-a.example' }, 400, 'invalid-request'],
    ['POST /api/probes', { fqdn: `${'a'.repeat(64)}.example` }, 400, 'invalid-request'],
    ['POST /api/probes', { fqdn: 'x.example', source_network: 'example.org' }, 400, 'invalid-request'],
    ['POST /api/probes', { fqdn: 'x.example', events_per_second: 0 }, 400, 'invalid-request'],
    ['POST /api/probes', { fqdn: 'x.example', is_paired: true }, 400, 'invalid-request'],
    ['POST /api/probes/1/pairing', { source_network: '10.0.0.0/99' }, 400, 'invalid-request'],
    ['POST /api/probes/9/pairing', {}, 404, 'not-found'],
    ['POST /api/probes/1/clone-clearance', { expect_networks: 'yes' }, 400, 'invalid-request'],
    ['POST /api/probes/9/clone-clearance', {}, 404, 'not-found'],
    ['PATCH /api/probes/1', {}, 400, 'invalid-request'],
    ['PATCH /api/probes/9', { is_paused: true }, 404, 'not-found'],
  ] as const) {
    const answer = await api.app.inject(ask(route, body))
    expect([route, body, answer.statusCode, answer.json().type]).toEqual([route, body, status, `/problems/${code}`])
  }
})
