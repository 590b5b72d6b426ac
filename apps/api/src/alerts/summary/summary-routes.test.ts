import { AlertSummary } from '@watchpost/contract'
import type { SummaryRequest } from '@watchpost/engine'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { anApi, asOperator } from '../../../test/an-api.ts'

const uuid = (n: number) => `7-${'a'.repeat(32)}-${String(n).padStart(12, '0')}`

/** An engine that counts the same whatever the filter. */
function aCounter() {
  const requests: SummaryRequest[] = []
  return {
    requests,
    summarise: async (request: SummaryRequest) => {
      requests.push(request)
      return {
        total: 5,
        counts: [{ value: 1, count: 3 }],
        buckets: [{ startMs: Date.parse('2026-11-14T09:00:00Z'), count: 5, counts: [{ value: 1, count: 3 }] }],
        top: { name: { values: [{ value: 'x', count: 4 }], others: 1, errorBound: request.size > 10 ? 2 : 0 } },
      }
    },
  }
}

test('returns totals, a histogram and frequent values', async () => {
  const fake = aCounter()
  await using api = await anApi({ alerts: fake })
  const url = '/api/alerts/summary?date_from=2026-11-14&date_to=2026-11-14&not_severity=3&top=name'
  const answer = await api.app.inject({ url, headers: asOperator })
  expect(answer.statusCode).toBe(200)
  const counts = [
    { value: 1, count: 3 },
    { value: null, count: 2 },
  ]
  expect(answer.json()).toEqual({
    total: 5,
    by: 'severity',
    counts,
    interval: '30m',
    buckets: [{ start: '2026-11-14T09:00:00.000Z', count: 5, counts }],
    top: { name: { values: [{ value: 'x', count: 4 }], others: 1, is_exact: true, error_bound: 0 } },
  })
  expect(Value.Check(AlertSummary, answer.json())).toBe(true)
  expect(fake.requests).toMatchObject([{ filter: { not: [{ severities: [3] }] }, interval: '30m', top: ['name'] }])
})

test('marks frequent values as approximate, with the bound', async () => {
  await using api = await anApi({ alerts: aCounter() })
  const answer = await api.app.inject({ url: '/api/alerts/summary?top=name&top_size=50', headers: asOperator })
  expect(answer.json().top.name).toMatchObject({ is_exact: false, error_bound: 2 })
})

test('names the alerts whose marks the engine does not have yet, and those of them that match', async () => {
  const fake = aCounter()
  const named = async (uuids: readonly string[]) => uuids.map((each) => aListedAlert({ uuid: each }))
  await using api = await anApi({ alerts: { ...fake, named } })
  const mark = (n: number, change: object) =>
    api.app.inject({ method: 'PATCH', url: `/api/alerts/${uuid(n)}/mark`, payload: change, headers: asOperator })
  await mark(1, { status: 'closed' })
  await mark(2, { status: 'acknowledged', tags: ['lab'] })
  await mark(3, { status: 'open', tags: ['lab'] })
  const filterOf = async (query: string) => {
    await api.app.inject({ url: `/api/alerts/summary?${query}`, headers: asOperator })
    const { mark } = fake.requests.at(-1)?.filter ?? {}
    return mark?.pending?.matching.toSorted()
  }
  expect(await filterOf('')).toBe(undefined)
  expect(await filterOf('status=open')).toEqual([uuid(3)])
  expect(await filterOf('not_status=open')).toEqual([uuid(1), uuid(2)])
  expect(await filterOf('tag=lab')).toEqual([uuid(2), uuid(3)])
  expect(await filterOf('not_tag=lab&status=closed')).toEqual([uuid(1)])
  expect(fake.requests.at(-1)?.filter.mark).toMatchObject({ notTags: ['lab'], statuses: ['closed'] })
  expect(fake.requests.at(-1)?.filter.mark?.pending?.uuids).toHaveLength(3)
})

test.each(['interval=1s', 'interval=2m', 'top=colour', 'top_size=101', 'limit=3', 'sort_by=date'])(
  'rejects %s and names the parameter',
  async (query) => {
    await using api = await anApi()
    const answer = await api.app.inject({ url: `/api/alerts/summary?${query}`, headers: asOperator })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ parameter: query.split('=')[0] }])
  },
)
