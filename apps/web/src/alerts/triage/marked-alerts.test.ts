import type { Alert } from '@watchpost/contract'
import { createClient } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { anAlert } from '../fixtures/an-alert.ts'
import { rowOf } from '../list/alert-row.ts'
import { alertsOf, earlierStatuses, markAll } from './marked-alerts.ts'

interface Call {
  url: URL
  body: string
}

/** A client whose requests are recorded, and all answered with these alerts. */
function recordingClient(alerts: readonly Alert[]) {
  const calls: Call[] = []
  const client = createClient({
    baseUrl: 'https://appliance.test',
    fetch: (url, { body }) => {
      calls.push({ url: new URL(url), body: typeof body === 'string' ? body : '' })
      return Promise.resolve(Response.json(alerts))
    },
  })
  return { client, calls }
}

const times = { first: '2026-11-14T09:00:00.000Z', last: '2026-11-14T10:00:00.000Z' }
const groupRow = (group: string, count: number) =>
  rowOf({ group, count, ...times, risk: 50, alert: anAlert({ uuid: `first of ${group}` }) })
const marked = (uuid: string, status: Alert['mark']['status']) => anAlert({ uuid, mark: { ...anAlert().mark, status } })

test('a group stands for its alerts that the list matches; a group of one needs no request', async () => {
  const members = [anAlert({ uuid: 'a' }), anAlert({ uuid: 'b' })]
  const { client, calls } = recordingClient(members)
  const alerts = await alertsOf(client, [groupRow('x', 2), groupRow('y', 1)], { status: 'open', src_ip: '10.0.0.1' })
  expect(alerts.map(({ uuid }) => uuid)).toEqual(['first of y', 'a', 'b'])
  expect(calls.map(({ url }) => url.search)).toEqual(['?status=open&src_ip=10.0.0.1&group=x&limit=10000'])
})

test('marks at most 1,000 alerts in one call', async () => {
  const { client, calls } = recordingClient([])
  await markAll(
    client,
    Array.from({ length: 2_001 }, (_, at) => String(at)),
    { status: 'closed' },
  )
  const sizes = calls.map(({ body }) => (JSON.parse(body) as { ids: string[] }).ids.length)
  expect(sizes).toEqual([1_000, 1_000, 1])
})

test('a change of the status alone can be undone with the statuses before it', () => {
  const alerts = [marked('a', 'open'), marked('b', 'acknowledged'), marked('c', 'open'), marked('d', 'closed')]
  const earlier = earlierStatuses(alerts, { status: 'closed' })
  expect([...(earlier ?? [])]).toEqual([
    ['open', ['a', 'c']],
    ['acknowledged', ['b']],
  ])
  expect(earlierStatuses(alerts, { status: 'closed', note: 'x' })).toBeUndefined()
  expect(earlierStatuses(alerts, { add_tags: ['lab'] })).toBeUndefined()
})
