import { AlertGroup } from '@watchpost/contract'
import type { GroupPageRequest } from '@watchpost/engine'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { anApi, asOperator } from '../../../test/an-api.ts'

const uuid = `7-${'a'.repeat(32)}-000000000042`
const alert = aListedAlert({ uuid })

/** An engine with an endless number of groups. */
function aGrouper() {
  const requests: GroupPageRequest[] = []
  const firstMs = Date.parse('2026-11-14T09:00:00Z')
  return {
    requests,
    groups: async (request: GroupPageRequest) => {
      requests.push(request)
      return { groups: [{ group: 'g', count: 12, firstMs, lastMs: firstMs + 60_000, risk: 80, alert }], hasMore: true }
    },
  }
}

test('returns groups with their counts, and a link to the next page that keeps the filters', async () => {
  const fake = aGrouper()
  await using api = await anApi({ alerts: fake })
  const url = '/api/alerts/groups?severity=1,2&not_name=a&not_name=b&sort_by=-risk&limit=5'
  const answer = await api.app.inject({ url, headers: asOperator })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject([
    {
      group: 'g',
      count: 12,
      first: '2026-11-14T09:00:00.000Z',
      last: '2026-11-14T09:01:00.000Z',
      risk: 80,
      alert: { uuid, mark: { status: 'open' }, probe: { is_paired: true } },
    },
  ])
  expect(Value.Check(Type.Array(AlertGroup), answer.json())).toBe(true)
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link)) ?? []
  expect((await api.app.inject({ url: next, headers: asOperator })).statusCode).toBe(200)
  const filter = { severities: [1, 2], not: [{ name: 'a' }, { name: 'b' }] }
  expect(fake.requests).toMatchObject([
    { filter, order: 'risk_desc', limit: 5, skip: 0 },
    { filter, order: 'risk_desc', limit: 5, skip: 5 },
  ])
})

test('ends after 10,000 groups', async () => {
  const fake = aGrouper()
  await using api = await anApi({ alerts: fake })
  let url = '/api/alerts/groups?limit=999'
  let pages = 0
  for (; url; pages++) {
    const { headers } = await api.app.inject({ url, headers: asOperator })
    url = /^<([^>]+)>/.exec(String(headers.link))?.[1] ?? ''
  }
  expect(pages).toBe(11)
  expect(fake.requests.at(-1)).toMatchObject({ skip: 9_990, limit: 10 })
})

test.each([
  ['limit=1001', 400],
  ['colour=red', 400],
  ['total=exact', 400],
  ['cursor=x', 400],
])('rejects %s', async (query, status) => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: `/api/alerts/groups?${query}`, headers: asOperator })
  expect(answer.statusCode).toBe(status)
})
