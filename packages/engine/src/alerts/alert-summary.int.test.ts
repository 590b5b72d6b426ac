import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertEntry } from './alert-entry.ts'
import { createAlertSummary, type SummaryPart } from './alert-summary.ts'
import { anyFilter, entries, matching, storeAlerts } from './fixtures/some-alerts.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
const HALF_HOUR_MS = 30 * 60_000
let engine: TestEngine

beforeAll(async () => {
  engine = testEngine()
  await storeAlerts(engine.client, engine.config)
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

function counted<Value extends string | number>(alerts: readonly AlertEntry[], valueOf: (alert: AlertEntry) => Value) {
  return [...Map.groupBy(alerts, valueOf)]
    .map(([value, list]) => ({ value, count: list.length }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
}

test('counts the same alerts as the listing, for any filter', async () => {
  const { summarise } = createAlertSummary(engine.client, engine.config)
  const anyPart = fc.constantFrom<SummaryPart>('severity', 'type')
  // Alerts with pending marks are named, sometimes more of them than the engine takes in a list of terms.
  const anyNames = fc.record(
    { pending: fc.subarray(entries.map(({ uuid }) => uuid)), isMany: fc.boolean() },
    { requiredKeys: [] },
  )
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, anyPart, anyNames, async (filter, by, { pending = [], isMany }) => {
      const others = isMany ? Array.from({ length: 20_000 }, (_, n) => `9-${'f'.repeat(32)}-${n}`) : []
      const request = { interval: '30m', by, top: ['name', 'ip', 'probe_id'], size: 100 } as const
      const mark = { statuses: ['open'], pending: { uuids: [...pending, ...others], matching: [] } }
      const summary = await summarise({ ...request, filter: { ...filter, mark } }, asking)
      const listed = matching(filter).filter(({ uuid }) => !pending.includes(uuid))
      const partOf = (alert: AlertEntry) => alert[by] ?? -1
      expect(summary.total).toBe(listed.length)
      expect(summary.counts).toEqual(counted(listed, partOf))
      const bars = Map.groupBy(
        listed,
        (each) => Math.floor(Date.parse(each['@timestamp']) / HALF_HOUR_MS) * HALF_HOUR_MS,
      )
      expect(summary.buckets).toEqual(
        [...bars]
          .sort(([a], [b]) => a - b)
          .map(([startMs, list]) => ({ startMs, count: list.length, counts: counted(list, partOf) })),
      )
      const { name, ip, probe_id: probe } = summary.top
      expect(name).toMatchObject({ others: 0, errorBound: 0 })
      expect(name?.values.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual(
        counted(listed, (each) => each.name),
      )
      expect(probe?.values).toEqual(listed.length === 0 ? [] : [{ value: 1, count: listed.length }])
      const sides = listed.flatMap(({ src_ip, dest_ip }) => [src_ip, dest_ip]).length
      expect(ip?.values.reduce((sum, { count }) => sum + count, 0)).toBe(sides)
      found += listed.length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(500)
}, 120_000)

test('includes pending alerts that match', async () => {
  const { summarise } = createAlertSummary(engine.client, engine.config)
  const request = { interval: '1d', by: 'severity', top: [], size: 1 } as const
  const uuids = entries.slice(0, 7).map(({ uuid }) => uuid)
  const totalOf = async (matchingUuids: string[]) => {
    const mark = { statuses: ['closed'], pending: { uuids, matching: matchingUuids } }
    return (await summarise({ ...request, filter: { mark } }, asking)).total
  }
  expect(await totalOf(uuids)).toBe(7)
  expect(await totalOf([])).toBe(0)
})
