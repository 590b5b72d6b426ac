import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertEntry, ListedAlert } from './alert-entry.ts'
import type { AlertFilter } from './alert-filter.ts'
import { type AlertIndex, createAlertIndex } from './alert-index.ts'
import type { AlertOrder, AlertPosition } from './alert-page.ts'
import { createEventLookup } from './event-lookup.ts'
import { anAlert, anyFilter, documents, entries, matching, storeAlerts } from './fixtures/some-alerts.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
let engine: TestEngine
let index: AlertIndex

beforeAll(async () => {
  engine = testEngine()
  await storeAlerts(engine.client, engine.config)
  index = createAlertIndex(engine.client, engine.config)
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

/** All pages of a listing, in order. */
async function listAll(filter: AlertFilter, order: AlertOrder, limit: number): Promise<ListedAlert[]> {
  const found: ListedAlert[] = []
  let after: AlertPosition | undefined
  do {
    const page = await index.page(
      { filter, order, limit, count: 'none', hasContributions: true, ...(after && { after }) },
      asking,
    )
    found.push(...page.entries)
    after = page.next
  } while (after)
  return found
}

function withoutIndex(listed: ListedAlert): AlertEntry {
  const { index: _, ...entry } = listed
  return entry
}

function naively(filter: AlertFilter, order: AlertOrder): AlertEntry[] {
  const [key, direction] = order.split('_')
  const sign = direction === 'asc' ? 1 : -1
  return matching(filter).sort((a, b) => {
    const byRisk = key === 'risk' ? a.risk - b.risk : 0
    return sign * (byRisk || a['@timestamp'].localeCompare(b['@timestamp']) || (a.uuid < b.uuid ? -1 : 1))
  })
}

const anyOrder = fc.constantFrom<AlertOrder>('date_asc', 'date_desc', 'risk_asc', 'risk_desc')

test('returns each matching alert once and in order, for any filter, order and page size', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, anyOrder, fc.integer({ min: 7, max: 500 }), async (filter, order, limit) => {
      const listed = await listAll(filter, order, limit)
      expect(listed.map(withoutIndex)).toEqual(naively(filter, order))
      found += listed.length
    }),
    { numRuns: 150 },
  )
  expect(found).toBeGreaterThan(500)
}, 120_000)

test('returns the exact count and the contributions on request', async () => {
  const base = { filter: { riskMin: 30 }, order: 'date_desc', limit: 3 } as const
  const expected = naively({ riskMin: 30 }, 'date_desc')
  const exact = await index.page({ ...base, count: 'exact', hasContributions: false }, asking)
  expect(exact.total).toEqual({ value: expected.length, isExact: true })
  expect(exact.entries[0]).not.toHaveProperty('contributions')
  expect(exact.entries.map(({ uuid }) => uuid)).toEqual(expected.slice(0, 3).map(({ uuid }) => uuid))
})

test('finds an alert by uuid, and all alerts of one timestamp', async () => {
  const [first] = entries as [AlertEntry]
  expect(await index.find(first.uuid, asking)).toMatchObject(first)
  expect(await index.find('1-x-2', asking)).toBe('absent')
  const same = entries.filter((each) => each['@timestamp'] === first['@timestamp'])
  expect(same.length).toBeGreaterThan(1)
  const found = await index.at(first['@timestamp'], asking)
  expect(found.map(({ uuid }) => uuid).sort()).toEqual(same.map(({ uuid }) => uuid).sort())
})

test('finds the documents of alerts, and the events of the same flow', async () => {
  const lookup = createEventLookup(engine.client, engine.config)
  const listed = await listAll({}, 'date_desc', 1_000)
  const found = await lookup.documents(listed, asking)
  expect([...found.keys()].sort()).toEqual(entries.map(({ uuid }) => uuid).sort())
  expect(found.get(entries[0]?.uuid ?? '')).toEqual(JSON.parse(documents[0]?.json ?? ''))

  const [first] = entries as [AlertEntry]
  const flow = anAlert(0)
  const keys = { '@timestamp': first['@timestamp'], probeId: 1, flowId: String(flow.flow_id) }
  const ofFlow = entries.filter((_, n) => anAlert(n).flow_id === flow.flow_id).map(({ uuid }) => uuid)
  const byFlow = await lookup.flowMates(keys, asking)
  expect(byFlow.isAll).toBe(true)
  expect(byFlow.mates.map(({ uuid }) => uuid).sort()).toEqual(ofFlow.sort())
  expect(await lookup.flowMates({ ...keys, probeId: 2 }, asking)).toEqual({ mates: [], isAll: true })
  const byCommunity = await lookup.flowMates(
    { '@timestamp': first['@timestamp'], probeId: 2, communityId: String(flow.community_id) },
    asking,
  )
  expect(byCommunity.mates).toEqual(byFlow.mates)
})

test('cancels the search when the caller disconnects', async () => {
  const controller = new AbortController()
  const page = index.page(
    { filter: {}, order: 'date_desc', limit: 10, count: 'exact', hasContributions: false },
    { requestId: 'gone', signal: controller.signal },
  )
  controller.abort()
  await expect(page).rejects.toMatchObject({ name: 'AbortError' })
})
