import { createClient } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { countAlerts } from './alert-bars.ts'

const span = { from: Date.parse('2026-11-14T09:00:00Z'), to: Date.parse('2026-11-14T09:30:00Z') }

test('asks for the counts of the listing, and draws every alert of the answer', async () => {
  const asked: string[] = []
  const counts = [
    { value: 1, count: 3 },
    { value: 7, count: 2 },
    { value: null, count: 1 },
  ]
  const client = createClient({
    baseUrl: 'https://watchpost.example.org/',
    fetch: async (url) => {
      asked.push(url)
      const buckets = [{ start: '2026-11-14T09:10:00.000Z', count: 6, counts }]
      return Response.json({ total: 6, by: 'severity', counts, interval: '30s', buckets, top: {} })
    },
  })
  const conditions = { status: 'open', not_name: ['a', 'b'] }
  const { total, bars } = await countAlerts(client, span, conditions, 'severity', AbortSignal.timeout(5_000))
  const query = new URL(asked[0] ?? '').searchParams
  expect(query.getAll('not_name')).toEqual(['a', 'b'])
  expect(Object.fromEntries(query)).toMatchObject({
    status: 'open',
    date_from: '2026-11-14T09:00:00.000Z',
    date_to: '2026-11-14T09:29:59.999Z',
    by: 'severity',
  })
  expect(total).toBe(6)
  const sums = bars.series.map(({ id, values }) => [id, values.reduce((sum, each) => sum + each, 0)])
  expect(sums).toEqual([
    ['1', 3],
    ['2', 0],
    ['3', 0],
    ['null', 3],
  ])
})
