import { Cluster, ClusterDetail } from '@watchpost/contract'
import type { ClusterDocument, ClusterPageRequest } from '@watchpost/engine'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { anApi, asOperator } from '../../../test/an-api.ts'

const cluster: ClusterDocument = {
  angles: ['src/all', 'src/7', 'both/all', 'both/7'],
  frequency: 'hour',
  ip: '10.1.0.5',
  date: '2026-11-14T09:00:00.000Z',
  number_alerts: 12,
  open: 7,
  acknowledged: 3,
  closed: 2,
  average_risk: 48.25,
  worst_risk: 75,
  risk_score: 56,
  by_risk: 1,
  policy_version: 1,
  contributions: [{ name: 'worst', points: 56, reason: 'x' }],
  network_engine: 10,
  malware_engine: 1,
  code_engine: 1,
  first: '2026-11-14T09:00:12.003Z',
  last: '2026-11-14T09:58:40.120Z',
  number_signatures: 2,
  signatures: [{ name: 'SYNTHETIC x', number_alerts: 11 }],
  number_peers: 1,
  peers: [{ name: '203.0.113.10', number_alerts: 12 }],
  number_probes: 2,
  probes: [
    { id: 7, fqdn: 'probe-07.example.test' },
    { id: 8, fqdn: 'probe-08.example.test' },
  ],
}
const row = {
  id: '10.1.0.5-2026-11-14T09:00:00.000Z',
  ip: '10.1.0.5',
  number_alerts: 12,
  open: 7,
  acknowledged: 3,
  closed: 2,
  average_risk: 48.25,
  risk_score: 56,
  date: '2026-11-14T09:00:00',
  description: '10.1.0.5 has 12 alerts in the hour from 2026-11-14T09:00:00: 10 network, 1 malware, 1 code.',
  malware_codeanalysis: 2,
  type_ip: 'src',
  probe: { id: 7, fqdn: 'probe-07.example.test', is_paired: true },
  frequency: 'hour',
  peers: [{ ip: '203.0.113.10', number_alerts: 12 }],
}

function aListing(found = [cluster]) {
  const requests: ClusterPageRequest[] = []
  return {
    requests,
    fakes: {
      clusters: async (request: ClusterPageRequest) => {
        requests.push(request)
        const total = request.count === 'none' ? {} : { total: { value: 345, isExact: true } }
        return { clusters: found, next: [1, '10.1.0.5'], ...total }
      },
    },
  }
}

test.each([
  ['GET', '/api/alerts/clusters?sort_by=risk_desc&probe_id=7'],
  ['GET', '/api/v1/alerts/clusters/?sort_by=-risk&probe_id=7'],
  ['POST', '/api/alerts/clusters'],
  ['POST', '/api/v1//alerts/clusters/'],
] as const)('%s %s returns a bare array in the shape of the specification', async (method, url) => {
  const { requests, fakes } = aListing()
  await using api = await anApi({ alerts: fakes })
  const payload = method === 'POST' ? { payload: { sort_by: 'risk_desc', probe_id: 7 } } : {}
  const answer = await api.app.inject({ method, url, headers: asOperator, ...payload })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([row])
  expect(Value.Check(Type.Array(Cluster), answer.json())).toBe(true)
  expect(answer.headers).toMatchObject({ 'total-count': '345', 'total-count-relation': 'eq' })
  expect(requests).toMatchObject([{ filter: { frequency: 'hour', angle: 'src/7' }, order: 'risk_desc', limit: 1_000 }])
})

test.each<[string, object]>([
  ['', { order: 'date_desc', filter: { angle: 'src/all', frequency: 'hour' } }],
  ['frequency=day&type_ip=both', { filter: { angle: 'both/all', frequency: 'day' } }],
  ['sort_by=src', { order: 'ip_asc' }],
  ['sort_by=ip_desc', { order: 'ip_desc' }],
  ['sort_by=-number_alerts', { order: 'number_alerts_desc' }],
  ['sort_by=date', { order: 'date_asc' }],
  [
    'date_from=2026-11-14&date_to=2026-11-14',
    { filter: { from: '2026-11-14T00:00:00.000Z', to: '2026-11-14T23:59:59.999Z' } },
  ],
  ['has_open=true', { filter: { hasOpen: true } }],
  ['has_open=false', { filter: { hasOpen: false } }],
  ['ip=10.0.0.0/8&risk_min=5', { filter: { ip: '10.0.0.0/8', riskMin: 5 } }],
])('translates ?%s to %j', async (query, request) => {
  const { requests, fakes } = aListing()
  await using api = await anApi({ alerts: fakes })
  expect((await api.app.inject({ url: `/api/alerts/clusters?${query}`, headers: asOperator })).statusCode).toBe(200)
  expect(requests).toMatchObject([request])
})

test('shows all alerts of a cluster as open until they are counted by status', async () => {
  const { open: _, acknowledged: __, closed: ___, ...earlier } = cluster
  await using api = await anApi({ alerts: aListing([earlier]).fakes })
  const answer = await api.app.inject({ url: '/api/alerts/clusters', headers: asOperator })
  expect(answer.json()).toMatchObject([{ number_alerts: 12, open: 12, acknowledged: 0, closed: 0 }])
})

test('returns the contributions of each score on request', async () => {
  await using api = await anApi({ alerts: aListing().fakes })
  const answer = await api.app.inject({ url: '/api/alerts/clusters?expand=contributions', headers: asOperator })
  expect(answer.json()).toMatchObject([{ contributions: cluster.contributions }])
})

test('continues the next page where this one ends, without counting again', async () => {
  const { requests, fakes } = aListing()
  await using api = await anApi({ alerts: fakes })
  const first = await api.app.inject({ url: '/api/alerts/clusters?sort_by=-risk&limit=1', headers: asOperator })
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
  const second = await api.app.inject({ url: next, headers: asOperator })
  expect(second.headers['total-count']).toBe('345')
  expect(requests[1]).toMatchObject({ ...requests[0], count: 'none', after: [1, '10.1.0.5'] })
  const other = await api.app.inject({ url: next.replace('-risk', 'ip'), headers: asOperator })
  expect(other.json()).toMatchObject({ status: 400, type: '/problems/cursor-invalid' })
})

test.each([
  '/api/alerts/clusters?frequency=week',
  '/api/alerts/clusters?type_ip=left',
  '/api/alerts/clusters?sort_by=name',
  '/api/alerts/clusters?colour=red',
  '/api/alerts/clusters?cursor=abc',
  '/api/alerts/clusters?has_open=1',
])('rejects %s', async (url) => {
  await using api = await anApi()
  expect((await api.app.inject({ url, headers: asOperator })).statusCode).toBe(400)
})

test('returns the detail with the explained score and the alerts', async () => {
  const { requests, fakes } = aListing()
  const asked: object[] = []
  await using api = await anApi({
    alerts: {
      ...fakes,
      page: async (request) => {
        asked.push(request.filter)
        return { entries: [] }
      },
    },
  })
  const listed = await api.app.inject({ url: '/api/alerts/clusters?type_ip=both&probe_id=7', headers: asOperator })
  const answer = await api.app.inject({ url: listed.json()[0].self, headers: asOperator })
  expect(answer.json()).toMatchObject({ ...row, type_ip: 'both', contributions: cluster.contributions, alerts: [] })
  expect(Value.Check(ClusterDetail, answer.json())).toBe(true)
  const start = '2026-11-14T09:00:00.000Z'
  expect(requests[1]).toMatchObject({ filter: { angle: 'both/7', ip: '10.1.0.5', from: start, to: start }, limit: 1 })
  expect(asked).toEqual([{ from: start, to: '2026-11-14T09:59:59.999Z', ip: '10.1.0.5', probeId: 7 }])
  expect(answer.json().alerts_link).toBe(
    '/api/alerts?date_from=2026-11-14T09%3A00%3A00.000Z&date_to=2026-11-14T09%3A59%3A59.999Z&ip=10.1.0.5&probe_id=7&sort_by=risk_desc',
  )
})

test.each(['/api/alerts/clusters/nothing', '/api/alerts/clusters/10.1.0.5-2026-11-14T09:00:00.000Z'])(
  'returns not found for %s',
  async (url) => {
    await using api = await anApi()
    const answer = await api.app.inject({ url, headers: asOperator })
    expect(answer.json()).toMatchObject({ status: 404, type: '/problems/cluster-not-found' })
  },
)
