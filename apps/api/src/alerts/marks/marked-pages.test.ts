import type { AlertOrder, AlertPageRequest, AlertPosition, ListedAlert } from '@watchpost/engine'
import { rankOf } from '@watchpost/model'
import type { AlertMark, MarkedWish, MarkStatus } from '@watchpost/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { isFilter, isWanted, type MarkFilter } from './mark-filter.ts'
import { createMarkedPages, type MarkedPagePorts } from './marked-pages.ts'

const asking = { requestId: 'test', signal: new AbortController().signal }

function anAlert(n: number): ListedAlert {
  return aListedAlert({
    '@timestamp': new Date(1_794_646_000_000 + (n % 7) * 1_000).toISOString(),
    uuid: `1-${'a'.repeat(32)}-${String(n).padStart(12, '0')}`,
    risk: (n * 13) % 5,
    effective_risk: (n * 13) % 5,
    probe: { id: 1, fqdn: 'p' },
    ingest: { epoch: 1, partition: 0, offset: n },
  })
}

const valueOf = (alert: ListedAlert, order: AlertOrder): number =>
  order.startsWith('date') ? Date.parse(alert['@timestamp']) : rankOf(alert.risk, alert['@timestamp'])

function compare(order: AlertOrder) {
  const sign = order.endsWith('asc') ? 1 : -1
  return (a: AlertPosition, b: AlertPosition) => sign * (a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0))
}

/** An engine and a store in memory. */
function aWorld(alerts: readonly ListedAlert[], marks: ReadonlyMap<string, AlertMark>) {
  const positionOf = (alert: ListedAlert, order: AlertOrder): AlertPosition => [valueOf(alert, order), alert.uuid]
  const ports: MarkedPagePorts = {
    index: {
      async page({ filter, order, limit, after, count }: AlertPageRequest) {
        const sorted = alerts
          .filter(({ risk, uuid }) => risk >= (filter.riskMin ?? 0) && (!filter.uuids || filter.uuids.includes(uuid)))
          .toSorted((a, b) => compare(order)(positionOf(a, order), positionOf(b, order)))
        const left = sorted.filter((each) => !after || compare(order)(positionOf(each, order), after) > 0)
        const shown = left.slice(0, limit)
        const last = left.length > limit ? shown.at(-1) : undefined
        return {
          entries: shown,
          ...(last && { next: positionOf(last, order) }),
          ...(count === 'exact' && { total: { value: sorted.length, isExact: true } }),
        }
      },
    },
    marks: {
      find: async (uuids) => new Map([...marks].filter(([uuid]) => uuids.includes(uuid))),
      async marked({ statuses, tags = [], verdicts, assignees, order, after, limit }: MarkedWish) {
        return alerts
          .filter(({ uuid }) => {
            const mark = marks.get(uuid)
            return (
              mark &&
              (!statuses || statuses.includes(mark.status)) &&
              tags.every((tag) => mark.tags.includes(tag)) &&
              (!verdicts?.length || verdicts.includes(mark.verdict ?? 'none')) &&
              (!assignees?.length || assignees.includes(mark.assignee ?? '@none'))
            )
          })
          .toSorted((a, b) => compare(order)(positionOf(a, order), positionOf(b, order)))
          .filter((each) => !after || compare(order)(positionOf(each, order), [...after]) > 0)
          .slice(0, limit)
          .map((each) => ({
            uuid: each.uuid,
            atMs: Date.parse(each['@timestamp']),
            rank: rankOf(each.risk, each['@timestamp']),
            status: marks.get(each.uuid)?.status ?? 'open',
            tags: marks.get(each.uuid)?.tags ?? [],
            verdict: marks.get(each.uuid)?.verdict ?? null,
            assignee: marks.get(each.uuid)?.assignee ?? null,
          }))
      },
    },
  }
  return createMarkedPages(ports, 3)
}

const status = fc.constantFrom<MarkStatus>('open', 'acknowledged', 'closed')
const anyMark = fc.record({
  status,
  note: fc.constant(''),
  tags: fc.subarray(['x', 'y']),
  verdict: fc.constantFrom<AlertMark['verdict']>(null, 'benign', 'true_positive'),
  reason: fc.constant(''),
  assignee: fc.constantFrom(null, 'ada', 'olga'),
  changedAt: fc.constant(new Date(0)),
  changedBy: fc.constant('ada'),
})
const anyFilter: fc.Arbitrary<MarkFilter> = fc.record(
  {
    statuses: fc.uniqueArray(status, { maxLength: 3 }),
    notStatuses: fc.uniqueArray(status, { maxLength: 3 }),
    tags: fc.subarray(['x', 'y']),
    notTags: fc.subarray(['x', 'y']),
    verdicts: fc.subarray(['none', 'benign', 'true_positive']),
    notVerdicts: fc.subarray(['none', 'benign']),
    assignees: fc.subarray(['@none', 'ada', 'olga']),
    notAssignees: fc.subarray(['@none', 'ada']),
  },
  { requiredKeys: [] },
)
const anyOrder = fc.constantFrom<AlertOrder>('date_asc', 'date_desc', 'risk_asc', 'risk_desc')

test('returns and counts every matching alert once, in order, page by page, for any marks and filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(anyMark), { maxLength: 40 }),
      anyFilter,
      anyOrder,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 3 }),
      async (said, marking, order, limit, riskMin) => {
        const alerts = said.map((_, n) => anAlert(n))
        const marks = new Map(said.flatMap((mark, n) => (mark ? [[anAlert(n).uuid, mark] as const] : [])))
        const pages = aWorld(alerts, marks)
        const request: AlertPageRequest = { filter: { riskMin }, order, limit, count: 'some', hasContributions: false }
        const found: string[] = []
        let after: AlertPosition | undefined
        do {
          const page = await pages.page({ ...request, ...(after && { after }) }, marking, asking)
          expect(page.entries.length).toBeLessThanOrEqual(limit)
          found.push(...page.entries.map(({ uuid }) => uuid))
          after = page.next
        } while (after)
        const expected = alerts
          .filter(({ uuid, risk }) => risk >= riskMin && isWanted(marking, marks.get(uuid)))
          .toSorted((a, b) => compare(order)([valueOf(a, order), a.uuid], [valueOf(b, order), b.uuid]))
        expect(found).toEqual(expected.map(({ uuid }) => uuid))
        expect(await pages.count(request, marking, asking)).toEqual({ value: expected.length, isExact: true })
      },
    ),
    { numRuns: 300 },
  )
})

test.each<[MarkFilter, boolean]>([
  [{}, false],
  [{ statuses: [] }, false],
  [{ statuses: ['open', 'acknowledged', 'closed'] }, false],
  [{ statuses: ['open'] }, true],
  [{ notStatuses: ['closed'] }, true],
  [{ tags: ['x'] }, true],
  [{ notTags: ['x'] }, true],
  [{ verdicts: ['none'] }, true],
  [{ notAssignees: [] }, false],
  [{ assignees: ['@none'] }, true],
])('%j filters something out: %s', (filter, isOne) => {
  expect(isFilter(filter)).toBe(isOne)
})
