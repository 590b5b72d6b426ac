import { once } from 'node:events'
import { connect } from 'node:tls'
import { issueProbeCertificate } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import { badCertificates } from '../../test/some-certificates.ts'

test('a probe is known by its certificate, and turned away when the store does not know it', async () => {
  await using gateway = await aTlsGateway()
  const { probe, counts } = gateway
  const agent = gateway.agent(probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 403, body: { type: '/problems/certificate-unknown' } })
  gateway.enter(probe)
  expect(await gateway.call(agent)).toMatchObject({ status: 200, body: { id: 3 } })
  expect(counts).toEqual(['unknown'])
  agent.destroy()
})

test('every certificate that is not of a probe of ours is refused and counted, even if a row names it', async () => {
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

test('an address that does not exist is no way around', async () => {
  await using gateway = await aTlsGateway()
  const [nobody, somebody] = [gateway.agent(), gateway.agent(gateway.probe)]
  gateway.enter(gateway.probe)
  expect(await gateway.call(nobody, '/v1/nothing')).toMatchObject({ status: 403 })
  expect(await gateway.call(somebody, '/v1/nothing')).toMatchObject({ status: 404 })
  nobody.destroy()
  somebody.destroy()
})

test('who was turned away is disconnected', async () => {
  await using gateway = await aTlsGateway()
  const socket = connect({ port: gateway.port, host: '127.0.0.1', ca: gateway.authority.certPem })
  await once(socket, 'secureConnect')
  const closed = once(socket, 'close')
  socket.resume()
  socket.write('GET /v1/whoami HTTP/1.1\r\nhost: gateway\r\n\r\n')
  await closed
  expect(gateway.live.count()).toBe(0)
})

test('a resumed session is judged like a new one: after a revocation, and after its end', async () => {
  let ahead = 0
  await using gateway = await aTlsGateway([], () => Date.now() + ahead)
  const { probe } = gateway
  gateway.enter(probe)
  // A connection for each call; the agent keeps the sessions.
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

test.each(['revoked', 'deleted', 'expired'])('a live connection ends when its certificate is %s', async (how) => {
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

test('one probe holds so many connections and no more: the oldest makes room', async () => {
  await using gateway = await aTlsGateway()
  gateway.enter(gateway.probe)
  const agents = Array.from({ length: 10 }, () => gateway.agent(gateway.probe))
  for (const agent of agents) expect(await gateway.call(agent)).toMatchObject({ status: 200 })
  expect(gateway.live.count()).toBe(8)
  expect(gateway.counts).toEqual(['ended too-many', 'ended too-many'])
  for (const agent of agents) agent.destroy()
  await expect.poll(() => gateway.live.count()).toBe(0)
})

test('the first use of a certificate is entered before anything is answered, and every request is noted', async () => {
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

test('a superseded certificate is refused with its own problem, and its use is noted', async () => {
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
  // One that was revoked is no news.
  expect(gateway.uses).toHaveLength(1)
  agent.destroy()
})

test('a superseded certificate may finish what it began until its grace is over', async () => {
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
