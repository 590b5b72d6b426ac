import { AlertHistoryEntry, AlertMark } from '@watchpost/contract'
import type { AlertPageRequest } from '@watchpost/engine'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { anApi, asOperator, tokens } from '../../../test/an-api.ts'
import { isWanted } from './mark-filter.ts'

const uuid = (n: number) => `7-${'a'.repeat(32)}-${String(n).padStart(12, '0')}`
const alert = (n: number) =>
  aListedAlert({
    '@timestamp': `2026-11-14T09:12:3${n}.412Z`,
    uuid: uuid(n),
    ingest: { epoch: 1, partition: 1, offset: n },
  })
const alerts = [3, 2, 1].map(alert)
const stored = {
  async page({ filter: { mark }, limit }: Pick<AlertPageRequest, 'filter' | 'limit'>) {
    // The engine has no marks: all of them are pending.
    const { uuids = [], matching = [] } = mark?.pending ?? {}
    const isListed = (uuid: string) =>
      !mark || (uuids.includes(uuid) ? matching.includes(uuid) : isWanted(mark, undefined))
    const entries = alerts.filter(({ uuid }) => isListed(uuid))
    return { entries: entries.slice(0, limit), total: { value: entries.length, isExact: true } }
  },
  find: async (name: string) => alerts.find((each) => each.uuid === name) ?? ('absent' as const),
  at: async () => [],
  named: async (uuids: readonly string[], instants: readonly string[]) =>
    alerts.filter((each) => uuids.includes(each.uuid) || instants.includes(each['@timestamp'])),
}
const patch = (id: string, payload: object, headers: Record<string, string> = asOperator) =>
  ({ method: 'PATCH', url: `/api/alerts/${id}/mark`, payload, headers }) as const

test('marks an alert, and shows the mark in listing and detail', async () => {
  await using api = await anApi({ alerts: stored })
  const change = {
    status: 'closed',
    note: 'a test',
    tags: ['lab'],
    verdict: 'benign',
    reason: 'a scan of ours',
    assignee: 'operator',
  }
  const mark = { ...change, changed_by: 'operator', changed_at: expect.any(String) }
  const answer = await api.app.inject(patch(uuid(1), change))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual(mark)
  expect(Value.Check(AlertMark, answer.json())).toBe(true)
  const listed = await api.app.inject({ url: '/api/alerts', headers: asOperator })
  expect(listed.json().map((row: { mark: AlertMark }) => row.mark.status)).toEqual(['open', 'open', 'closed'])
  const detail = await api.app.inject({ url: `/api/alerts/${uuid(1)}`, headers: asOperator })
  expect(detail.json()).toMatchObject({ mark })
})

test('marks several alerts by uuid or id, and filters by marks', async () => {
  await using api = await anApi({ alerts: stored })
  const payload = { ids: [uuid(1), alert(2)['@timestamp']], status: 'acknowledged', tags: ['lab'] }
  const answer = await api.app.inject({ method: 'POST', url: '/api/alerts/marks', payload, headers: asOperator })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  await api.app.inject(patch(uuid(1), { verdict: 'benign', assignee: 'operator' }))
  const listed = async (query: string) => {
    const { headers, ...list } = await api.app.inject({ url: `/api/alerts?${query}`, headers: asOperator })
    return [list.json().map((row: { uuid: string }) => row.uuid), headers['total-count-relation']]
  }
  expect(await listed('status=acknowledged')).toEqual([[uuid(2), uuid(1)], 'eq'])
  expect(await listed('tag=lab')).toEqual([[uuid(2), uuid(1)], 'eq'])
  expect(await listed('status=open,closed')).toEqual([[uuid(3)], 'eq'])
  expect(await listed('status=closed')).toEqual([[], 'eq'])
  expect(await listed('verdict=benign')).toEqual([[uuid(1)], 'eq'])
  expect(await listed('assignee=operator&not_verdict=none')).toEqual([[uuid(1)], 'eq'])
  expect(await listed('assignee=@none')).toEqual([[uuid(3), uuid(2)], 'eq'])
})

test('marks all of the alerts or none', async () => {
  await using api = await anApi({ alerts: stored })
  const payload = { ids: [uuid(1), uuid(9), 'nonsense'], status: 'closed' }
  const answer = await api.app.inject({ method: 'POST', url: '/api/alerts/marks', payload, headers: asOperator })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['#/ids/1', '#/ids/2'])
  const listed = await api.app.inject({ url: '/api/alerts?status=closed', headers: asOperator })
  expect(listed.json()).toEqual([])
})

test.each<[object, number]>([
  [{}, 400],
  [{ status: 'done' }, 400],
  [{ tags: ['no spaces'] }, 400],
  [{ note: 'x'.repeat(4_097) }, 400],
  [{ note: '\u0000' }, 400],
  [{ colour: 'red' }, 400],
  [{ verdict: 'guilty' }, 400],
  [{ reason: 'no verdict' }, 400],
  [{ verdict: null, reason: 'no verdict' }, 400],
  [{ assignee: 'stranger' }, 400],
  [{ assignee: null }, 200],
])('answers %j with %i', async (payload, status) => {
  await using api = await anApi({ alerts: stored })
  expect((await api.app.inject(patch(uuid(1), payload))).statusCode).toBe(status)
})

test('rejects a mark by a caller with read access only', async () => {
  await using api = await anApi({ alerts: stored })
  const refused = await api.app.inject(patch(uuid(1), { status: 'closed' }, { 'api-key': tokens.viewer }))
  expect(refused.statusCode).toBe(403)
})

test('lists the history of an alert by uuid or id, newest first, page by page', async () => {
  await using api = await anApi({ alerts: stored })
  for (const status of ['acknowledged', 'closed', 'open']) await api.app.inject(patch(uuid(1), { status }))
  const get = (url: string) => api.app.inject({ url, headers: { 'api-key': tokens.operator } })
  const first = await get(`/api/alerts/${alert(1)['@timestamp']}/history?limit=2`)
  expect(first.json()).toEqual([
    {
      id: 3,
      changed_at: expect.any(String),
      changed_by: 'operator',
      changes: { status: { from: 'closed', to: 'open' } },
    },
    expect.objectContaining({ changes: { status: { from: 'acknowledged', to: 'closed' } } }),
  ])
  expect(Value.Check(AlertHistoryEntry, first.json()[0])).toBe(true)
  const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
  const last = await get(next)
  expect(last.json()).toHaveLength(1)
  expect(last.headers.link).toBe(undefined)
  expect((await get(`/api/alerts/${uuid(9)}/history`)).statusCode).toBe(404)
})

test('lists names of users to callers who may change alerts only', async () => {
  await using api = await anApi()
  const get = (headers: Record<string, string>) => api.app.inject({ url: '/api/alerts/assignees', headers })
  expect((await get(asOperator)).json()).toEqual(['administrator', 'operator'])
  expect((await get({ 'api-key': tokens.viewer })).statusCode).toBe(403)
})
