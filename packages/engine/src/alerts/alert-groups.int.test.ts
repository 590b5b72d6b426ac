import { type TestEngine, testEngine } from '@watchpost/testkit/test-engine'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertEntry } from './alert-entry.ts'
import { type AlertGroup, createAlertGroups } from './alert-groups.ts'
import type { AlertOrder } from './alert-page.ts'
import { anyFilter, matching, storeAlerts } from './fixtures/some-alerts.ts'

const asking = { requestId: 'int-test', signal: new AbortController().signal }
let engine: TestEngine

beforeAll(async () => {
  engine = testEngine()
  await storeAlerts(engine.client, engine.config)
}, 120_000)
afterAll(() => engine[Symbol.asyncDispose]())

function inOrder(alerts: readonly AlertEntry[], order: AlertOrder): AlertEntry[] {
  const sign = order.endsWith('asc') ? 1 : -1
  return alerts.toSorted((a, b) => {
    const byRisk = order.startsWith('risk') ? a.risk - b.risk : 0
    return sign * (byRisk || a['@timestamp'].localeCompare(b['@timestamp']) || (a.uuid < b.uuid ? -1 : 1))
  })
}

test('returns each group once, counted and in order, for any filter, order and page size', async () => {
  const { page } = createAlertGroups(engine.client, engine.config)
  const anyOrder = fc.constantFrom<AlertOrder>('date_asc', 'date_desc', 'risk_asc', 'risk_desc')
  let found = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, anyOrder, fc.integer({ min: 20, max: 300 }), async (filter, order, limit) => {
      const listed: AlertGroup[] = []
      for (let hasMore = true; hasMore; ) {
        const next = await page({ filter, order, limit, skip: listed.length }, asking)
        listed.push(...next.groups)
        hasMore = next.hasMore
      }
      const expected = Map.groupBy(inOrder(matching(filter), order), ({ group }) => group)
      const got = listed.map(({ alert, firstMs, lastMs, ...group }) => ({
        ...group,
        uuid: alert.uuid,
        span: [firstMs, lastMs],
      }))
      expect(got).toEqual(
        [...expected].map(([group, alerts]) => {
          const times = alerts.map((alert) => Date.parse(alert['@timestamp']))
          return {
            group,
            count: alerts.length,
            risk: Math.max(...alerts.map(({ risk }) => risk)),
            uuid: alerts[0]?.uuid,
            span: [Math.min(...times), Math.max(...times)],
          }
        }),
      )
      found += listed.length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(500)
}, 120_000)
