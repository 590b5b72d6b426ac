import { Alert, AlertDetail, Cluster, ClusterDetail } from '@watchpost/contract'
import { createAlertOutboxStore, createGenerationStore } from '@watchpost/store'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

const stream = 'e'.repeat(32)
const within = { timeout: 60_000, interval: 250 }
const ends = { src_ip: '10.0.0.5', src_port: 40_000, dest_ip: '198.51.100.2', dest_port: 80, proto: 'TCP' }
const at = (seconds: number) => new Date(Date.parse('2026-11-14T09:00:00.412Z') + seconds * 1_000).toISOString()

const network = (n: number) => ({
  timestamp: at(n).replace('Z', '345+0000'),
  event_type: 'alert',
  flow_id: 1_725_790_140_454_000 + n,
  community_id: `1:${n}=`,
  ...ends,
  alert: { signature: `SYNTHETIC ${n % 3}`, category: 'Misc activity', severity: 1 + (n % 3), signature_id: n },
})
const flow = (n: number) => ({ ...network(n), event_type: 'flow', alert: undefined })
const malware = (n: number) => ({
  event_type: 'malware',
  timestamp_detected: at(n),
  severity: 1,
  state: 'Infected',
  detail_threat_found: 'Infected : Synthetic.A',
  flow_id: 1_725_790_140_454_000 + n,
  huge: '@',
  ...ends,
})
const line = (event: object) => JSON.stringify(event).replace('"@"', '18446744073709551615')

type Watchpost = Awaited<ReturnType<typeof startTestWatchpost>>
const rowsOf = async (watchpost: Watchpost, query = '') =>
  ((await watchpost.get(`/api/alerts${query}`)).body as object as Alert[]).map(({ uuid }) => uuid)

test('lists alerts of every detector once each, across duplicates and a rollover, each with its detail', async () => {
  await using watchpost = await startTestWatchpost()
  const generations = createGenerationStore(watchpost.store)
  const events = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? flow(n) : n % 10 === 5 ? malware(n) : network(n)))
  const alerts = events.filter((each) => each.event_type !== 'flow').length
  await watchpost.sendEvents(stream, 0, events.slice(0, 20).map(line))
  await expect
    .poll(async () => (await rowsOf(watchpost)).length, within)
    .toBe(events.slice(0, 20).filter((each) => each.event_type !== 'flow').length)
  await generations.requestRollOver()
  await expect
    .poll(async () => (await generations.list()).map(({ isSealed }) => isSealed), within)
    .toEqual([true, false])
  await watchpost.sendEvents(stream, 0, events.map(line))
  await expect.poll(async () => (await rowsOf(watchpost)).length, within).toBe(alerts)

  const listed = await watchpost.call('/api/v1/alerts/', { sort_by: 'date_asc', limit: 4, total: 'exact' })
  expect(listed.headers).toMatchObject({ 'total-count': String(alerts), 'total-count-relation': 'eq' })
  expect(Value.Errors(Type.Array(Alert), listed.body)).toEqual([])
  const pages = [listed]
  for (let link = listed.headers.link; link; link = pages.at(-1)?.headers.link) {
    pages.push(await watchpost.get(/^<([^>]+)>; rel="next"$/.exec(String(link))?.[1] ?? ''))
  }
  const rows = pages.flatMap(({ body }) => body as object as Alert[])
  expect(rows.map(({ id }) => id)).toEqual(events.flatMap((each, n) => (each.event_type === 'flow' ? [] : [at(n)])))
  expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(alerts)
  expect(rows[0]).toMatchObject({
    date: '2026-11-14T09:00:01',
    name: 'SYNTHETIC 1',
    probe: { id: 7, fqdn: 'probe-07.example.test', is_paired: true },
    src_ip: '10.0.0.5',
    dest_ip: '198.51.100.2',
    type: 'network_engine',
  })

  for (const { uuid, risk } of rows) {
    const { status, body } = await watchpost.get(`/api/alerts/${uuid}`)
    expect(status).toBe(200)
    expect(Value.Errors(AlertDetail, body)).toEqual([])
    const detail = body as object as AlertDetail
    expect(detail.contributions.reduce((sum, { points }) => sum + points, 0)).toBe(risk)
    expect(detail.document).toMatchObject({ uuid, alert_view: { risk } })
  }
  expect(await rowsOf(watchpost, '?type=malware_engine&state=Infected&ip=10.0.0.0/8')).toHaveLength(2)
  const expanded = await watchpost.get('/api/alerts?type=malware_engine&limit=1&expand=document')
  expect(JSON.stringify(expanded.body)).toContain('1844674407370955')
})

test('returns the events of the same flow from every detector', async () => {
  await using watchpost = await startTestWatchpost()
  await watchpost.sendEvents(stream, 0, [flow(4), network(4), malware(4), network(5)].map(line))
  await expect.poll(async () => (await rowsOf(watchpost)).length, within).toBe(3)
  const [uuid] = await rowsOf(watchpost, '?search=synthetic&type=network_engine&sort_by=date')
  const read = async () => (await watchpost.get(`/api/alerts/${uuid}`)).body as object as AlertDetail
  await expect
    .poll(async () => (await read()).related.events.map(({ event_type }) => event_type).sort(), within)
    .toEqual(['alert', 'flow', 'malware'])
  const detail = await read()
  expect(detail.same_id).toHaveLength(1)
  const byId = await watchpost.get(`/api/alerts/${at(4)}`)
  expect(byId.status).toBe(200)
})

test('reads every alert once by arrival, waits for the next, and continues on another instance', async () => {
  await using watchpost = await startTestWatchpost()
  const seen: string[] = []
  let next = '/api/alerts?order=arrival&limit=7'
  const collect = async (wait = '') => {
    const { status, headers, body } = await watchpost.get(next + wait)
    expect(status).toBe(200)
    seen.push(...(body as object as Alert[]).map(({ uuid }) => uuid))
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1] ?? ''
    return (body as object as Alert[]).length
  }
  const events = Array.from({ length: 60 }, (_, n) => (n % 3 === 0 ? flow(n) : network(n)))
  for (let first = 0; first < 60; first += 15) {
    await watchpost.sendEvents(stream, first, events.slice(first, first + 15))
    // Sent again, as after a lost acknowledgement.
    await watchpost.sendEvents(stream, first, events.slice(first, first + 15))
    await collect()
  }
  await expect.poll(async () => (await collect(), seen.length), within).toBe(40)
  expect(new Set(seen).size).toBe(40)

  const waiting = collect('&wait=30s')
  const startedAt = Date.now()
  await watchpost.sendEvents(stream, 60, [network(0)])
  expect(await waiting).toBe(1)
  expect(Date.now() - startedAt).toBeLessThan(15_000)
  expect(new Set(seen).size).toBe(41)

  const late = await watchpost.get('/api/alerts?order=arrival&after=now')
  expect(late.body).toEqual([])
})

test("stores analysts' marks and filters by them", async () => {
  await using watchpost = await startTestWatchpost()
  await watchpost.sendEvents(
    stream,
    0,
    Array.from({ length: 9 }, (_, n) => network(n)),
  )
  await expect.poll(async () => (await rowsOf(watchpost)).length, within).toBe(9)
  const all = await rowsOf(watchpost)
  const marked = await watchpost.call('/api/alerts/marks', { ids: all.slice(0, 4), status: 'closed', tags: ['lab'] })
  expect(marked.status).toBe(204)
  expect(await rowsOf(watchpost, '?status=closed')).toEqual(all.slice(0, 4))
  expect(await rowsOf(watchpost, '?status=open&limit=3')).toEqual(all.slice(4, 7))
  expect(await rowsOf(watchpost, '?tag=lab&sort_by=-risk')).toHaveLength(4)
  const counted = await watchpost.get('/api/alerts?status=open&total=exact&limit=1')
  expect(counted.headers).toMatchObject({ 'total-count': '5', 'total-count-relation': 'eq' })
  expect((await watchpost.call('/api/alerts/marks', { ids: ['nothing'], status: 'open' })).status).toBe(404)

  // The same answers when the engine has a copy of the marks.
  const outbox = createAlertOutboxStore(watchpost.store)
  await expect.poll(async () => (await outbox.backlog()).count, within).toBe(0)
  const totalOf = async (query: string) => (await watchpost.get(`/api/alerts/summary?${query}`)).body.total
  expect(await rowsOf(watchpost, '?status=closed')).toEqual(all.slice(0, 4))
  expect(await rowsOf(watchpost, '?not_tag=lab&verdict=none&assignee=@none')).toEqual(all.slice(4))
  expect([await totalOf('status=open'), await totalOf('tag=lab')]).toEqual([5, 4])
  await watchpost.call('/api/alerts/marks', { ids: all.slice(0, 1), status: 'open', verdict: 'benign' })
  expect([await totalOf('status=open'), await totalOf('verdict=benign')]).toEqual([6, 1])
})

test('counts alerts into clusters by IP address and hour, and corrects them when late alerts arrive', async () => {
  await using watchpost = await startTestWatchpost()
  const listed = async (query: string) =>
    (await watchpost.get(`/api/alerts/clusters?${query}`)).body as object as Cluster[]
  await watchpost.sendEvents(stream, 0, [network(0), network(1), flow(2), malware(3)].map(line))
  await expect
    .poll(async () => (await listed('ip=10.0.0.5')).map(({ number_alerts }) => number_alerts), within)
    .toEqual([3])
  const [row] = await listed('ip=10.0.0.5')
  expect(Value.Errors(Cluster, row)).toEqual([])
  expect(row).toMatchObject({
    id: '10.0.0.5-2026-11-14T09:00:00.000Z',
    ip: '10.0.0.5',
    number_alerts: 3,
    date: '2026-11-14T09:00:00',
    malware_codeanalysis: 1,
    type_ip: 'src',
    probe: { id: 7, fqdn: 'probe-07.example.test', is_paired: true },
    number_peers: 1,
  })
  expect(await listed('ip=198.51.100.2')).toEqual([])
  expect(await listed('ip=198.51.100.2&type_ip=dest&frequency=day&probe_id=7')).toMatchObject([{ number_alerts: 3 }])

  // A day later by the clock, but with a time in the same hour; and one duplicate.
  await watchpost.sendEvents(stream, 3, [malware(3), network(4)].map(line))
  await expect.poll(async () => (await listed('ip=10.0.0.5'))[0]?.number_alerts, within).toBe(4)
  const detail = (await watchpost.get((await listed('ip=10.0.0.5'))[0]?.self ?? '')).body as object as ClusterDetail
  expect(Value.Errors(ClusterDetail, detail)).toEqual([])
  expect(detail.contributions.reduce((sum, { points }) => sum + points, 0)).toBe(detail.risk_score)
  expect(detail.alerts).toHaveLength(4)
  const all = (await watchpost.get(detail.alerts_link)).body as object as Alert[]
  expect(all.map(({ uuid }) => uuid)).toEqual(detail.alerts.map(({ uuid }) => uuid))
})
