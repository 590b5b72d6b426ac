import { once } from 'node:events'
import { connect } from 'node:tls'
import { issueProbeCertificate } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import { badCertificates } from '../../test/some-certificates.ts'

test('identifies a probe by its certificate and refuses one that the store does not know', async () => {
  await using gateway = await aTlsGateway()
  const { probe, counts } = gateway
  const agent = gateway.agent(probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 403, body: { type: '/problems/certificate-unknown' } })
  gateway.enter(probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 200, body: { id: 3 } })
  expect(counts).toEqual(['unknown'])
  agent.destroy()
})

test('refuses and counts every certificate that is not a valid probe certificate, even if the store has it', async () => {
  await using gateway = await aTlsGateway()
  const bad = await badCertificates(gateway.authority)
  const found: Record<string, unknown> = {}
  for (const [name, pair] of Object.entries(bad)) {
    gateway.enter(pair)
    const agent = gateway.agent(pair)
    const { status, body } = await gateway.call(agent)
    found[name] = [status, body.type, gateway.counts.pop()]
    agent.destroy()
  }
  const nobody = gateway.agent()
  const { status, body } = await gateway.call(nobody)
  found.nothing = [status, body.type, gateway.counts.pop()]
  nobody.destroy()
  const refused = (reason: string) => [403, '/problems/certificate-invalid', reason]
  expect(found).toEqual({
    'another authority': refused('foreign'),
    'another authority of the same name': refused('foreign'),
    expired: refused('out-of-date'),
    'not valid yet': refused('out-of-date'),
    'for servers only': refused('wrong-usage'),
    'an authority below ours': refused('authority'),
    'no usage named': refused('wrong-usage'),
    nothing: refused('missing'),
  })
})

test('refuses an unknown client on a URL without a route', async () => {
  await using gateway = await aTlsGateway()
  const [nobody, somebody] = [gateway.agent(), gateway.agent(gateway.probe)]
  gateway.enter(gateway.probe)
  expect(await gateway.call(nobody, '/v1/nothing')).toMatchObject({ status: 403 })
  expect(await gateway.call(somebody, '/v1/nothing')).toMatchObject({ status: 404 })
  nobody.destroy()
  somebody.destroy()
})

test('disconnects a refused client', async () => {
  await using gateway = await aTlsGateway()
  const socket = connect({ port: gateway.port, host: '127.0.0.1', ca: gateway.authority.certPem })
  await once(socket, 'secureConnect')
  const closed = once(socket, 'close')
  socket.resume()
  socket.write('GET /v1/whoami HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await closed
  expect(gateway.live.count()).toBe(0)
})

test('checks a resumed TLS session like a new one, after revocation and after expiry', async () => {
  let ahead = 0
  await using gateway = await aTlsGateway([], () => Date.now() + ahead)
  const { probe } = gateway
  gateway.enter(probe)
  // A new connection for each call; the agent keeps the TLS sessions.
  const agent = gateway.agent(probe, { keepAlive: false })
  expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(await gateway.call(agent)).toMatchObject({ status: 200, isResumed: true })
  gateway.enter(probe, { isPaired: false })
  expect(await gateway.call(agent)).toMatchObject({
    status: 403,
    isResumed: true,
    body: { type: '/problems/probe-unpaired' },
  })
  gateway.enter(probe)
  ahead = 2 * 86_400_000
  expect(await gateway.call(agent)).toMatchObject({
    status: 403,
    isResumed: true,
    body: { type: '/problems/certificate-invalid' },
  })
  agent.destroy()
})

test.each(['revoked', 'deleted', 'expired'])('closes a live connection when its certificate is %s', async (how) => {
  let ahead = 0
  await using gateway = await aTlsGateway([], () => Date.now() + ahead)
  const other = await issueProbeCertificate(gateway.authority, { probeId: 4, fqdn: 'p4.test', days: 3 })
  gateway.enter(gateway.probe)
  gateway.enter(other, { id: 4 })
  const socket = connect({
    port: gateway.port,
    host: '127.0.0.1',
    ca: gateway.authority.certPem,
    cert: gateway.probe.certPem,
    key: gateway.probe.keyPem,
  })
  const bystander = gateway.agent(other)
  await once(socket, 'secureConnect')
  socket.write('GET /v1/whoami HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await once(socket, 'data')
  await gateway.call(bystander)
  expect(gateway.live.count()).toBe(2)

  const closed = once(socket, 'close')
  if (how === 'revoked') gateway.enter(gateway.probe, { isPaired: false })
  else if (how === 'deleted') gateway.rows.clear()
  else ahead = 2 * 86_400_000
  if (how === 'deleted') gateway.enter(other, { id: 4 })
  const since = performance.now()
  await closed
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(gateway.counts).toEqual(['ended certificate'])
  expect(gateway.live.count()).toBe(1)
  bystander.destroy()
})

test('limits the connections of a probe and closes the oldest one', async () => {
  await using gateway = await aTlsGateway()
  gateway.enter(gateway.probe)
  const agents = Array.from({ length: 10 }, () => gateway.agent(gateway.probe))
  for (const agent of agents) expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(gateway.live.count()).toBe(8)
  expect(gateway.counts).toEqual(['ended too-many', 'ended too-many'])
  for (const agent of agents) agent.destroy()
  await expect.poll(() => gateway.live.count()).toBe(0)
})

test('records the first use of a certificate before answering, and notes every request', async () => {
  await using gateway = await aTlsGateway()
  gateway.enter(gateway.probe, { isUsed: false })
  const agent = gateway.agent(gateway.probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(gateway.counts).toEqual(['first use'])
  expect(gateway.uses).toEqual([
    [3, '127.0.0.1'],
    [3, '127.0.0.1'],
  ])
  agent.destroy()
})

test('refuses a superseded certificate with its own problem and notes its use', async () => {
  await using gateway = await aTlsGateway()
  gateway.enter(gateway.probe, { isPaired: false, isSuperseded: true, graceMs: -5_000 })
  const agent = gateway.agent(gateway.probe)
  expect(await gateway.call(agent)).toMatchObject({
    status: 403,
    body: { type: '/problems/certificate-superseded' },
  })
  expect([gateway.counts, gateway.uses]).toEqual([['superseded'], [[3, '127.0.0.1']]])
  gateway.enter(gateway.probe, { isPaired: false })
  expect(await gateway.call(agent)).toMatchObject({ status: 403, body: { type: '/problems/probe-unpaired' } })
  // The use of a revoked certificate is not noted.
  expect(gateway.uses).toHaveLength(1)
  agent.destroy()
})

test('accepts a superseded certificate until its grace period ends', async () => {
  let ahead = 0
  await using gateway = await aTlsGateway([], () => Date.now() + ahead)
  gateway.enter(gateway.probe)
  const agent = gateway.agent(gateway.probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  gateway.forgetAsked()
  gateway.enter(gateway.probe, { isSuperseded: true, graceMs: 30_000 })
  await expect.poll(() => gateway.asked(), { timeout: 5_000 }).toBeGreaterThan(0)
  expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(gateway.live.count()).toBe(1)
  ahead = 31_000
  await expect.poll(() => gateway.live.count(), { timeout: 5_000 }).toBe(0)
  expect(gateway.counts).toEqual(['ended certificate'])
  agent.destroy()
})
