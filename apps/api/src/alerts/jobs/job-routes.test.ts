import { AlertJob, jobLimits } from '@watchpost/contract'
import type { AlertFilter } from '@watchpost/engine'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { anApi, asOperator, tokens } from '../../../test/an-api.ts'

const uuid = `7-${'a'.repeat(32)}-000000000001`
const close = { status: 'closed' }
const start = (payload: object, headers: Record<string, string> = asOperator) =>
  ({ method: 'POST', url: '/api/alerts/jobs', payload, headers }) as const

test('starts a job on a filter, shows it, and undoes it', async () => {
  const counted: AlertFilter[] = []
  const countSet = async (filter: AlertFilter) => counted.push(filter) + 41
  await using api = await anApi({ alerts: { countSet } })
  const change = { ...close, add_tags: ['lab'], verdict: 'benign', reason: 'ours' }
  const answer = await api.app.inject(start({ filter: { status: 'open,acknowledged', risk_min: '30' }, change }))
  expect(answer.statusCode).toBe(201)
  const job = answer.json() as AlertJob
  expect(Value.Errors(AlertJob, job)).toEqual([])
  expect(job).toMatchObject({
    id: 1,
    state: 'running',
    created_by: 'operator',
    filter: { status: ['open', 'acknowledged'], risk_min: 30 },
    change,
    matching: 42,
    undo: null,
    self: '/api/alerts/jobs/1',
  })
  expect(counted).toMatchObject([
    { riskMin: 30, before: { epoch: 1 }, mark: { statuses: ['open', 'acknowledged'], pending: { uuids: [] } } },
  ])
  const get = (url: string) => api.app.inject({ url, headers: asOperator })
  expect((await get(job.self)).json()).toEqual(job)
  expect((await get(`${job.self}/exceptions`)).json()).toEqual([])
  const undone = await api.app.inject({ method: 'POST', url: `${job.self}/undo`, headers: asOperator })
  expect(undone.statusCode).toBe(200)
  expect(undone.json()).toMatchObject({ state: 'undoing', undo: { requested_by: 'operator', restored: 0 } })
  expect(Value.Errors(AlertJob, undone.json())).toEqual([])
})

test('with as_of, a job is for the alerts that a summary counted', async () => {
  const summarise = async () => ({ total: 1_187, counts: [], buckets: [], top: {} })
  await using api = await anApi({ alerts: { summarise } })
  const summary = await api.app.inject({ url: '/api/alerts/summary?status=open&as_of=now', headers: asOperator })
  const { total, as_of } = summary.json()
  expect([total, typeof as_of]).toEqual([1_187, 'string'])
  const answer = await api.app.inject(start({ filter: { status: ['open'] }, as_of, change: close }))
  expect(answer.json()).toMatchObject({ matching: 1_187 })
  const other = await api.app.inject(start({ filter: { status: ['closed'] }, as_of, change: close }))
  expect([other.statusCode, other.json().type]).toEqual([400, '/problems/as-of-invalid'])
  const without = await api.app.inject({ url: '/api/alerts/summary?status=open', headers: asOperator })
  expect(without.json()).not.toHaveProperty('as_of')
})

test('starts a job on named alerts, and on a cluster', async () => {
  const named = async (uuids: readonly string[]) => uuids.map((each) => aListedAlert({ uuid: each }))
  const counted: AlertFilter[] = []
  const countSet = async (filter: AlertFilter) => counted.push(filter)
  await using api = await anApi({ alerts: { named, countSet } })
  expect((await api.app.inject(start({ ids: [uuid], change: close }))).json()).toMatchObject({
    filter: null,
    matching: 1,
  })
  const cluster = '/api/alerts/clusters/10.0.0.5-2026-11-14T09%3A00%3A00.000Z?frequency=day&type_ip=dest&probe_id=7'
  const answer = await api.app.inject(start({ cluster, change: close }))
  expect(answer.statusCode).toBe(201)
  expect(counted).toMatchObject([
    { from: '2026-11-14T09:00:00.000Z', destIp: '10.0.0.5', probeId: 7, to: expect.stringMatching(/\.999Z$/) },
  ])
})

test.each<[string, object, number, string]>([
  ['no alerts', { change: close }, 400, 'invalid-request'],
  ['two sets', { filter: {}, ids: [uuid], change: close }, 400, 'invalid-request'],
  ['no change', { filter: {} }, 400, 'invalid-request'],
  ['an empty change', { filter: {}, change: {} }, 400, 'invalid-request'],
  ['a reason without a verdict', { filter: {}, change: { reason: 'x' } }, 400, 'invalid-request'],
  ['an unknown filter', { filter: { colour: 'red' }, change: close }, 400, 'invalid-request'],
  ['a lost value', { filter: { probe_id: null }, change: close }, 400, 'invalid-request'],
  ['a wrong value', { filter: { ip: 'nowhere' }, change: close }, 400, 'invalid-request'],
  ['as_of without a filter', { ids: [uuid], as_of: 'x', change: close }, 400, 'invalid-request'],
  ['a forged as_of', { filter: {}, as_of: 'x', change: close }, 400, 'as-of-invalid'],
  ['an unknown alert', { ids: [uuid], change: close }, 404, 'alert-not-found'],
  ['no cluster', { cluster: 'nothing', change: close }, 404, 'cluster-not-found'],
  ['a broken cluster', { cluster: '/api/alerts/clusters/%E0%A4%A', change: close }, 404, 'cluster-not-found'],
  [
    'an empty cluster',
    { cluster: '/api/alerts/clusters/10.0.0.5-2026-11-14T09:00:00.000Z', change: close },
    404,
    'cluster-not-found',
  ],
])('rejects %s', async (_, payload, status, code) => {
  await using api = await anApi()
  const answer = await api.app.inject(start(payload))
  expect([answer.statusCode, answer.json().type]).toEqual([status, `/problems/${code}`])
})

test('names the filter that is wrong', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(start({ filter: { severity: 'high', ip: '10.0.0.0/8' }, change: close }))
  expect(answer.json().errors).toEqual([{ pointer: '#/filter/severity', detail: expect.any(String) }])
})

test('rejects a job that is too large, and more jobs than are allowed', async () => {
  await using large = await anApi({ alerts: { countSet: async () => jobLimits.alerts + 1 } })
  const answer = await large.app.inject(start({ filter: {}, change: close }))
  expect([answer.statusCode, answer.json().type]).toEqual([422, '/problems/job-too-large'])
  await using busy = await anApi({ alerts: { jobs: { create: async () => 'too-many-jobs' } } })
  const refused = await busy.app.inject(start({ filter: {}, change: close }))
  expect([refused.statusCode, refused.json().type]).toEqual([429, '/problems/too-many-jobs'])
  expect(refused.headers['retry-after']).toBe('30')
})

test('lists jobs and exceptions page by page', async () => {
  const exceptions = async () => [1, 2].map((n) => ({ uuid: `u-${n}`, reason: 'changed' as const }))
  await using api = await anApi({ alerts: { jobs: { exceptions } } })
  for (let n = 0; n < 3; n++) await api.app.inject(start({ filter: {}, change: close }))
  const get = (url: string) => api.app.inject({ url, headers: asOperator })
  const first = await get('/api/alerts/jobs?limit=2')
  expect(first.json().map(({ id }: AlertJob) => id)).toEqual([3, 2])
  const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
  const last = await get(next)
  expect([last.json().length, last.headers.link]).toEqual([1, undefined])
  const left = await get('/api/alerts/jobs/1/exceptions?of=undo&limit=1')
  expect(left.json()).toEqual([{ uuid: 'u-1', reason: 'changed', self: '/api/alerts/u-1' }])
  expect(left.headers.link).toBe('</api/alerts/jobs/1/exceptions?of=undo&limit=1&after=u-1>; rel="next"')
  expect((await get('/api/alerts/jobs/9')).statusCode).toBe(404)
  expect((await get('/api/alerts/jobs/9/exceptions')).statusCode).toBe(404)
})

test('rejects callers who may only read alerts', async () => {
  await using api = await anApi()
  const viewer = { 'api-key': tokens.viewer }
  expect((await api.app.inject(start({ filter: {}, change: close }, viewer))).statusCode).toBe(403)
  expect((await api.app.inject({ url: '/api/alerts/jobs', headers: viewer })).statusCode).toBe(403)
})
