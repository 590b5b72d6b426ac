import { Alert, AlertDetail } from '@watchpost/contract'
import type { AlertPageRequest, ListedAlert } from '@watchpost/engine'
import { EngineFailure } from '@watchpost/engine'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../test/alerts/a-listed-alert.ts'
import { anApi, asOperator } from '../../test/an-api.ts'

const uuid = `7-${'a'.repeat(32)}-000000000042`
const entry = aListedAlert({
  uuid,
  severity: 1,
  name: 'SYNTHETIC x',
  description: 'A sentence.',
  contributions: [{ name: 'severity', points: 75, reason: 'severity 1' }],
  probe: { id: 7, fqdn: 'probe-07.example.test' },
  src_ip: '10.1.0.5',
  dest_ip: '203.0.113.10',
  ingest: { epoch: 1, partition: 1, offset: 2 },
})
const row = {
  id: '2026-11-14T09:12:33.412Z',
  name: 'SYNTHETIC x',
  date: '2026-11-14T09:12:33',
  probe: { id: 7, fqdn: 'probe-07.example.test', is_paired: true },
  description: 'A sentence.',
  src_ip: '10.1.0.5',
  dest_ip: '203.0.113.10',
  risk: 75,
  type: 'network_engine',
  uuid,
  event_type: 'alert',
  severity: 1,
  received: '2026-11-14T09:12:35.001Z',
  mark: {
    status: 'open',
    note: '',
    tags: [],
    verdict: null,
    reason: '',
    assignee: null,
    changed_at: null,
    changed_by: null,
  },
  self: `/api/alerts/${uuid}`,
}

function aListing(entries: ListedAlert[] = [entry]) {
  const requests: AlertPageRequest[] = []
  return {
    requests,
    page: async (request: AlertPageRequest) => {
      requests.push(request)
      const total = request.count === 'none' ? {} : { total: { value: 12_345, isExact: request.count === 'exact' } }
      const shown = request.hasContributions ? entries : entries.map((each) => ({ ...each, contributions: undefined }))
      return { entries: shown, next: [1_794_646_353_412, uuid] as [number, string], ...total }
    },
  }
}

test.each([
  ['GET', '/api/alerts?risk_min=3'],
  ['GET', '/api/v1/alerts/?risk_min=3'],
  ['POST', '/api/alerts'],
  ['POST', '//api/v1/alerts/'],
] as const)('%s %s returns a bare array in the shape of the specification', async (method, url) => {
  const fake = aListing()
  await using api = await anApi({ alerts: fake })
  const payload = method === 'POST' ? { payload: { risk_min: 3 } } : {}
  const answer = await api.app.inject({ method, url, headers: asOperator, ...payload })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual([row])
  expect(Value.Check(Type.Array(Alert), answer.json())).toBe(true)
  expect(fake.requests).toMatchObject([{ filter: { riskMin: 3 }, order: 'date_desc', limit: 1_000, count: 'some' }])
})

test('returns the total and a link to the next page that keeps the filters and does not count again', async () => {
  const fake = aListing()
  await using api = await anApi({ alerts: fake })
  const first = await api.app.inject({
    method: 'POST',
    url: '/api/alerts',
    headers: asOperator,
    payload: { type: ['network_engine', 'code_engine'], search: 'a&b <c>', sort_by: '-risk', limit: 5 },
  })
  expect(first.headers).toMatchObject({ 'total-count': '12345', 'total-count-relation': 'gte' })
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
  const second = await api.app.inject({ url: next, headers: asOperator })
  expect(second.statusCode).toBe(200)
  expect(second.headers).toMatchObject({ 'total-count': '12345', 'total-count-relation': 'gte' })
  expect(fake.requests[1]).toMatchObject({ ...fake.requests[0], count: 'none', after: [1_794_646_353_412, uuid] })
})

test('counts exactly on request', async () => {
  await using api = await anApi({ alerts: aListing() })
  const answer = await api.app.inject({ url: '/api/alerts?total=exact', headers: asOperator })
  expect(answer.headers).toMatchObject({ 'total-count': '12345', 'total-count-relation': 'eq' })
})

test('treats a POST without a body as a listing without filters', async () => {
  await using api = await anApi({ alerts: aListing() })
  for (const headers of [asOperator, { ...asOperator, 'content-type': 'application/json' }]) {
    const answer = await api.app.inject({ method: 'POST', url: '/api/alerts', headers })
    expect(answer.statusCode).toBe(200)
  }
})

test('returns the claimed time of an alert whose sensor has a wrong clock', async () => {
  const timestamp_claimed = '9999-12-31T23:59:59.999999+0000'
  await using api = await anApi({ alerts: aListing([{ ...entry, timestamp_claimed }]) })
  const answer = await api.app.inject({ url: '/api/alerts', headers: asOperator })
  expect(answer.json()).toEqual([{ ...row, timestamp_claimed }])
})

test('returns every field for an event without an address or a severity', async () => {
  const { src_ip: _, dest_ip: __, severity: ___, ...bare } = entry
  await using api = await anApi({ alerts: aListing([{ ...bare, probe: { id: 8, fqdn: 'gone' } }]) })
  const answer = await api.app.inject({ url: '/api/alerts', headers: asOperator })
  expect(answer.json()).toEqual([
    { ...row, src_ip: '', dest_ip: '', severity: null, probe: { id: 8, fqdn: 'gone', is_paired: false } },
  ])
})

test('returns the stored document and the contributions on request, with exact numbers', async () => {
  const document = {
    uuid,
    huge: (JSON as typeof JSON & { rawJSON(text: string): object }).rawJSON('18446744073709551615'),
  }
  await using api = await anApi({ alerts: { ...aListing(), documents: async () => new Map([[uuid, document]]) } })
  const answer = await api.app.inject({ url: '/api/alerts?expand=document,contributions', headers: asOperator })
  expect(answer.body).toContain('"huge":18446744073709551615')
  expect(answer.json()[0]).toMatchObject({ contributions: entry.contributions, document: { uuid } })
})

test('always gives a collector a next link, even when no alert arrived', async () => {
  const wishes: unknown[] = []
  await using api = await anApi({
    alerts: {
      arrived: async (wish) => {
        wishes.push(wish)
        return { entries: wishes.length === 1 ? [entry] : [], cursor: 'AgEBAg' }
      },
    },
  })
  const first = await api.app.inject({
    url: '/api/alerts?order=arrival&after=now&wait=9s&risk_min=3',
    headers: asOperator,
  })
  const next = '/api/alerts?order=arrival&wait=9s&risk_min=3&after=AgEBAg'
  expect(first.headers.link).toBe(`<${next}>; rel="next"`)
  expect(first.headers).not.toHaveProperty('total-count')
  expect(first.json()).toMatchObject([row])
  const second = await api.app.inject({ url: next, headers: asOperator })
  expect([second.json(), second.headers.link]).toEqual([[], `<${next}>; rel="next"`])
  expect(wishes).toMatchObject([
    { after: 'now', waitMs: 9_000, filter: { riskMin: 3 }, limit: 1_000 },
    { after: { epoch: 1, offsets: new Map([[0, 1]]) }, waitMs: 9_000 },
  ])
})

test('answers waiting requests when the server closes', async () => {
  const waits = Promise.withResolvers<void>()
  await using api = await anApi({
    alerts: {
      arrived: async (_wish, _asking, stop) => {
        waits.resolve()
        await new Promise((resolve) => stop.addEventListener('abort', resolve))
        return { entries: [], cursor: 'AgEBAg' }
      },
    },
  })
  const answer = api.app.inject({ url: '/api/alerts?order=arrival&wait=60s', headers: asOperator })
  await waits.promise
  await api.app.close()
  expect((await answer).statusCode).toBe(200)
})

test.each<[string, string, object]>([
  ['a position of no one', '/api/alerts?order=arrival&after=xyz', { status: 400, type: '/problems/cursor-invalid' }],
  ['what is wrong', '/api/alerts?risk_min=x', { status: 400, type: '/problems/invalid-request' }],
  ['a cursor of no one', '/api/alerts?cursor=abc', { status: 400, type: '/problems/cursor-invalid' }],
  ['an alert that is not there', `/api/alerts/${uuid}`, { status: 404, type: '/problems/alert-not-found' }],
  ['an id that is none', '/api/alerts/everything', { status: 404, type: '/problems/alert-not-found' }],
])('rejects %s with a problem', async (_, url, problem) => {
  await using api = await anApi()
  const answer = await api.app.inject({ url, headers: asOperator })
  expect(answer.json()).toMatchObject(problem)
})

test.each<[EngineFailure, number]>([
  [new EngineFailure('cut-short'), 504],
  [new EngineFailure('no-answer'), 503],
  [new EngineFailure('too-large'), 422],
  [new EngineFailure('refused', { status: 429, body: '{}' }), 429],
])('maps %s of the engine to status %d', async (failure, status) => {
  await using api = await anApi({ alerts: { page: () => Promise.reject(failure) } })
  const answer = await api.app.inject({ url: '/api/alerts', headers: asOperator })
  expect(answer.statusCode).toBe(status)
})

test('rejects requests without a token', async () => {
  await using api = await anApi()
  for (const url of ['/api/alerts', `/api/alerts/${uuid}`]) {
    expect((await api.app.inject({ url })).statusCode).toBe(401)
  }
})

test('returns the detail with document, flow, alerts of the same id and links to clusters', async () => {
  const other = { ...entry, uuid: uuid.replace('42', '43') }
  const asked: unknown[] = []
  await using api = await anApi({
    alerts: {
      find: async () => entry,
      at: async () => [other, entry],
      documents: async () => new Map([[uuid, { uuid, flow_id: 105_044_123_508_839, community_id: '1:x' }]]),
      flowMates: async (keys) => {
        asked.push(keys)
        const mate = { '@timestamp': row.id, uuid, event_type: 'alert', type: 'network_engine', probe: entry.probe }
        return {
          mates: [
            { ...mate, severity: 1, alert_view: { name: 'SYNTHETIC x', risk: 75 } },
            { ...mate, uuid: 'flow', event_type: 'flow' },
          ],
          isAll: false,
        }
      },
    },
  })
  const answer = await api.app.inject({ url: `/api/alerts/${uuid}`, headers: asOperator })
  const detail = answer.json()
  expect(Value.Check(AlertDetail, detail)).toBe(true)
  expect(detail).toMatchObject({
    ...row,
    policy_version: 1,
    contributions: entry.contributions,
    document: { flow_id: 105_044_123_508_839 },
    same_id: [{ uuid: other.uuid, self: `/api/alerts/${other.uuid}` }],
    related: {
      is_complete: false,
      events: [
        { uuid, alert: { name: 'SYNTHETIC x', risk: 75, self: row.self } },
        { uuid: 'flow', event_type: 'flow', severity: null, alert: null },
      ],
    },
  })
  expect(asked).toEqual([{ '@timestamp': row.id, probeId: 7, flowId: '105044123508839', communityId: '1:x' }])
  expect(detail.clusters.map(({ self }: { self: string }) => decodeURIComponent(self))).toEqual([
    '/api/alerts/clusters/10.1.0.5-2026-11-14T09:00:00.000Z?frequency=hour&type_ip=src',
    '/api/alerts/clusters/10.1.0.5-2026-11-14T00:00:00.000Z?frequency=day&type_ip=src',
    '/api/alerts/clusters/203.0.113.10-2026-11-14T09:00:00.000Z?frequency=hour&type_ip=dest',
    '/api/alerts/clusters/203.0.113.10-2026-11-14T00:00:00.000Z?frequency=day&type_ip=dest',
  ])
})

test('returns the latest arrival when several alerts share an id', async () => {
  const other = { ...entry, uuid: uuid.replace('42', '43') }
  await using api = await anApi({ alerts: { at: async () => [other, entry] } })
  const answer = await api.app.inject({ url: `/api/alerts/${row.id}`, headers: asOperator })
  expect(answer.json()).toMatchObject({ uuid: other.uuid, same_id: [{ uuid }], document: null })
})
