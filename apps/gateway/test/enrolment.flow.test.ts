import { once } from 'node:events'
import { connect } from 'node:tls'
import { probeHealthExample } from '@watchpost/contract'
import { issueProbeCertificate, type KeyPair } from '@watchpost/pki'
import { testOrigin } from '@watchpost/testkit/test-secrets'
import { expect, test } from 'vitest'
import { aRunningGateway, type RunningGateway } from './a-running-gateway.ts'
import { aKeyAndRequest, badCertificates } from './some-certificates.ts'

const within = { timeout: 30_000 }

/** An admitted connection and a promise for its end. */
async function aLiveConnection({ port, authority }: RunningGateway, pair: KeyPair) {
  const socket = connect({ port, host: '127.0.0.1', ca: authority.certPem, cert: pair.certPem, key: pair.keyPem })
  await once(socket, 'secureConnect')
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write('GET /v1/nothing HTTP/1.1\r\nhost: gateway\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString('utf8')).toMatch(/^HTTP\/1\.1 404 /)
  return { closed, isOpen: () => !socket.destroyed, end: () => socket.destroy() }
}

test('a probe enrols, sends, reports and renews, and each step is audited', async () => {
  await using gateway = await aRunningGateway()
  const { id, token } = await gateway.aNewProbe()
  const first = await gateway.enrol(token)
  const agent = gateway.agentOf(first)
  expect(await gateway.sendEvents(agent, 0, 3)).toMatchObject({ status: 200, body: { next_sequence: 3 } })

  const { clock_offset_ms: _offset, reported_at: _at, ...report } = probeHealthExample
  expect(await gateway.post(agent, '/v1/health', { ...report, host_time: new Date().toISOString() })).toMatchObject({
    status: 204,
  })
  const [kept] = await gateway.store.db.selectFrom('probe_health').selectAll().execute()
  expect(kept).toMatchObject({ probe_id: id, report: { agent_version: report.agent_version } })

  const next = await aKeyAndRequest()
  const renewed = await gateway.post(agent, '/v1/renew', { csr: next.csr })
  expect(renewed).toMatchObject({ status: 201, body: { probe: { id } } })
  const second = { certPem: String(renewed.body.certificate), keyPem: next.keyPem }
  expect(await gateway.sendEvents(gateway.agentOf(second), 3, 1)).toMatchObject({ status: 200 })
  // Requests in flight with the old certificate are not cut off.
  expect(await gateway.sendEvents(agent, 4, 1)).toMatchObject({ status: 200 })
  expect(await gateway.probes.find(id)).toMatchObject({ isPaired: true, enrolmentExpiresAt: null })
  await expect
    .poll(async () => (await gateway.probes.find(id)) as object, within)
    .toMatchObject({
      lastSeenAt: expect.any(Date),
    })

  const audit = await gateway.store.db
    .selectFrom('audit')
    .select(['action', 'username', 'via', 'address'])
    .where('object', '=', `probe/${id}`)
    .orderBy('id')
    .execute()
  const byItself = { username: `probe/${id}`, via: 'appliance', address: '127.0.0.1' }
  expect(audit).toMatchObject([
    { action: 'probe.create', via: 'console' },
    { action: 'probe.enrol', ...byItself },
    { action: 'probe.renew', ...byItself },
    { action: 'probe.supersede', ...byItself },
  ])
})

test('ends the old certificate after its grace period, and raises one alarm when it is used later', async () => {
  await using gateway = await aRunningGateway()
  const { id, token } = await gateway.aNewProbe()
  const first = await gateway.enrol(token)
  const old = await aLiveConnection(gateway, first)
  const next = await aKeyAndRequest()
  const renewed = await gateway.post(gateway.agentOf(first), '/v1/renew', { csr: next.csr })
  const second = { certPem: String(renewed.body.certificate), keyPem: next.keyPem }
  const used = await aLiveConnection(gateway, second)
  expect(old.isOpen()).toBe(true)

  const supersededBefore = (seconds: number) =>
    gateway.store.db
      .updateTable('probe_certificate')
      .set({ superseded_at: new Date(Date.now() - seconds * 1_000) })
      .where('superseded_at', 'is not', null)
      .execute()
  await supersededBefore(31)
  await old.closed
  expect(used.isOpen()).toBe(true)
  const refused = { status: 403, body: { type: '/problems/certificate-superseded' } }
  expect(await gateway.sendEvents(gateway.agentOf(first), 0, 1)).toMatchObject(refused)
  expect(await gateway.post(gateway.agentOf(first), '/v1/renew', { csr: next.csr })).toMatchObject(refused)

  await supersededBefore(11 * 60)
  // Use a new IP address, so that the use is written at once and not a minute later.
  expect(await gateway.sendEvents(gateway.agentOf(first, '127.0.0.9'), 0, 1)).toMatchObject(refused)
  const alarms = async () => {
    const probe = await gateway.probes.find(id)
    return probe === 'absent' ? [] : probe.cloneAlarms.map(({ reason }) => reason)
  }
  await expect.poll(alarms, within).toEqual(['old-certificate'])
  expect(await gateway.metrics()).toMatch(/watchpost_gateway_clone_alarms_total\{.*reason="old-certificate".*\} 1\b/)
  const audited = await gateway.store.db
    .selectFrom('audit')
    .select('object')
    .where('action', '=', 'probe.clone-alarm')
    .execute()
  expect(audited).toEqual([{ object: `probe/${id}` }])
  used.end()
})

test('raises a clone alarm within seconds for a probe used from two networks, but not for probes behind one IP address', async () => {
  await using gateway = await aRunningGateway()
  const [one, two] = [await gateway.aNewProbe(), await gateway.aNewProbe()]
  const stolen = await gateway.enrol(one.token)
  const other = await gateway.enrol(two.token)
  await gateway.sendEvents(gateway.agentOf(stolen), 0, 1)
  await gateway.sendEvents(gateway.agentOf(other), 0, 1)
  await gateway.sendEvents(gateway.agentOf(stolen, '127.0.0.77'), 1, 1)
  expect(await gateway.sendEvents(gateway.agentOf(stolen, '127.0.1.1'), 2, 1)).toMatchObject({ status: 200 })
  const alarmsOf = async (id: number) => {
    const probe = await gateway.probes.find(id)
    return probe === 'absent' ? [] : probe.cloneAlarms
  }
  await expect
    .poll(() => alarmsOf(one.id), within)
    .toMatchObject([{ reason: 'two-networks', networks: ['127.0.1.0/24', '127.0.0.0/24'] }])
  expect(await alarmsOf(two.id)).toEqual([])
})

test('a code works once, before its expiry and from its network, also under concurrent attempts', async () => {
  await using gateway = await aRunningGateway()
  const { id, token } = await gateway.aNewProbe()
  const attempts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { csr } = await aKeyAndRequest()
      return gateway.post(gateway.agentOf(), '/v1/enrol', { code: token, csr })
    }),
  )
  expect(attempts.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 403, 403, 403, 403])

  const { csr } = await aKeyAndRequest()
  const late = gateway.newCode()
  await gateway.enrolments.pair(id, late.stored, testOrigin)
  await gateway.store.db
    .updateTable('probe_enrolment')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('code_hash', '=', late.stored.codeHash)
    .execute()
  const elsewhere = gateway.newCode('192.0.2.0/24')
  const refused = { status: 403, body: { type: '/problems/enrolment-code-refused' } }
  expect(await gateway.post(gateway.agentOf(), '/v1/enrol', { code: late.token, csr })).toMatchObject(refused)
  await gateway.enrolments.pair(id, elsewhere.stored, testOrigin)
  expect(await gateway.post(gateway.agentOf(), '/v1/enrol', { code: elsewhere.token, csr })).toMatchObject(refused)
  const here = gateway.newCode('127.0.0.0/8')
  await gateway.enrolments.pair(id, here.stored, testOrigin)
  expect(await gateway.post(gateway.agentOf(), '/v1/enrol', { code: here.token, csr })).toMatchObject({ status: 201 })
})

test('revoking or removing a probe closes its live connections within five seconds, and no others', async () => {
  await using gateway = await aRunningGateway()
  const [one, two, three] = [await gateway.aNewProbe(), await gateway.aNewProbe(), await gateway.aNewProbe()]
  const first = await gateway.enrol(one.token)
  const second = await gateway.enrol(two.token)
  const third = await gateway.enrol(three.token)
  const revoked = await aLiveConnection(gateway, first)
  const removed = await aLiveConnection(gateway, second)
  const bystander = await aLiveConnection(gateway, third)

  const since = performance.now()
  await gateway.enrolments.revoke(one.id, testOrigin)
  await revoked.closed
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(await gateway.sendEvents(gateway.agentOf(first), 0, 1)).toMatchObject({
    status: 403,
    body: { type: '/problems/probe-unpaired' },
  })

  const again = performance.now()
  await gateway.probes.remove(two.id, testOrigin)
  await removed.closed
  expect(performance.now() - again).toBeLessThan(5_000)
  expect(await gateway.sendEvents(gateway.agentOf(second), 0, 1)).toMatchObject({
    status: 403,
    body: { type: '/problems/certificate-unknown' },
  })
  expect(bystander.isOpen()).toBe(true)
  bystander.end()

  // After pairing again, the new certificate is accepted and the old one is not.
  const code = gateway.newCode()
  await gateway.enrolments.pair(one.id, code.stored, testOrigin)
  const anew = await gateway.enrol(code.token)
  expect(await gateway.sendEvents(gateway.agentOf(anew), 0, 1)).toMatchObject({ status: 200 })
  expect(await gateway.sendEvents(gateway.agentOf(first), 0, 1)).toMatchObject({ status: 403 })
})

test('refuses and counts every certificate that is not a valid probe certificate', async () => {
  await using gateway = await aRunningGateway()
  const { id } = await gateway.aNewProbe()
  const bad = await badCertificates(gateway.authority)
  for (const pair of Object.values(bad)) await gateway.enter(id, pair)
  // Issued by our CA, but not in the store.
  const unknown = await issueProbeCertificate(gateway.authority, { probeId: id, fqdn: 'p.test', days: 1 })
  const agents = [...Object.values(bad), unknown].map((pair) => gateway.agentOf(pair))
  const { csr } = await aKeyAndRequest()
  for (const agent of [...agents, gateway.agentOf()]) {
    expect(await gateway.sendEvents(agent, 0, 1)).toMatchObject({ status: 403 })
    expect(await gateway.post(agent, '/v1/renew', { csr })).toMatchObject({ status: 403 })
    expect(await gateway.post(agent, '/v1/health', {})).toMatchObject({ status: 403 })
  }
  const metrics = await gateway.metrics()
  const counted = Object.fromEntries(
    [...metrics.matchAll(/^watchpost_gateway_certificates_refused_total\{.*reason="([^"]+)".*\} (\d+)/gm)].map(
      ([, reason = '', count]) => [reason, Number(count)],
    ),
  )
  expect(counted).toEqual({ foreign: 6, 'out-of-date': 6, 'wrong-usage': 6, authority: 3, unknown: 3, missing: 3 })
  expect(await gateway.get(gateway.agentOf(), '/v1/authority')).toMatchObject({ status: 200 })
})

test('limits a flooding probe with delayed answers while another probe sends freely', async () => {
  await using gateway = await aRunningGateway()
  const [loud, quiet] = [await gateway.aNewProbe(100), await gateway.aNewProbe()]
  const loudAgents = [gateway.agentOf(await gateway.enrol(loud.token))]
  const quietAgent = gateway.agentOf(await gateway.enrol(quiet.token))
  const began = performance.now()
  const over = new AbortController()
  let taken = 0
  const late: number[] = []
  const flood = loudAgents.flatMap((agent) =>
    Array.from({ length: 6 }, async (_, sender) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const since = performance.now()
        const { status, headers } = await gateway.sendEvents(agent, turn * 50, 50, String(sender).repeat(32))
        if (status === 200) taken += 50
        else {
          expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
          late.push(performance.now() - since)
        }
      }
    }),
  )
  for (let sequence = 0; performance.now() - began < 4_000; sequence += 10) {
    expect(await gateway.sendEvents(quietAgent, sequence, 10)).toMatchObject({ status: 200 })
  }
  over.abort()
  await Promise.all(flood)
  const seconds = (performance.now() - began) / 1_000
  // A burst of two seconds after idling, and one batch of each connection that was admitted at the same moment.
  expect(taken).toBeLessThanOrEqual(100 * (seconds + 2) + 4 * 50)
  expect(taken).toBeGreaterThan(100)
  expect(late.length).toBeGreaterThan(0)
  expect(late.length).toBeLessThan(16 * (seconds + 1) * 2)
})

test('a paused probe cannot send events, but everything else works', async () => {
  await using gateway = await aRunningGateway()
  const { id, token } = await gateway.aNewProbe()
  const agent = gateway.agentOf(await gateway.enrol(token))
  await gateway.probes.change(id, { isPaused: true }, testOrigin)
  const { csr } = await aKeyAndRequest()
  await expect
    .poll(async () => (await gateway.sendEvents(agent, 0, 1)).body.type, within)
    .toBe('/problems/probe-paused')
  expect(await gateway.post(agent, '/v1/renew', { csr })).toMatchObject({ status: 201 })
  await gateway.probes.change(id, { isPaused: false }, testOrigin)
  await expect.poll(async () => (await gateway.sendEvents(agent, 0, 1)).status, within).toBe(200)
})
