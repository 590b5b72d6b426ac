import { expect, test } from 'vitest'
import { guarded, NOW } from '../../fixtures/guarded.ts'
import { sampleOf } from '../../fixtures/sampled.ts'
import type { CostInputs } from '../cost.ts'
import { createTimeline } from '../timeline.ts'

const DAY_MS = 86_400_000
const DAYS = 10
const EACH = 500_000
const HUGE = { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE }

const timeline = createTimeline(
  Array.from({ length: DAYS }, (_, day) => {
    const times = { from: NOW - (day + 1) * DAY_MS, to: NOW - day * DAY_MS - 1 }
    return { shards: 1, asked: times, spans: [{ ...times, documents: EACH }], fresh: 0 }
  }),
)
const UNKNOWN: CostInputs = { documents: DAYS * EACH, shards: DAYS, cores: 2, timeline }
const KNOWN: CostInputs = { ...UNKNOWN, sample: sampleOf(DAYS * EACH) }

function costOf(body: object, inputs = KNOWN) {
  const result = guarded(body, { inputs, budget: HUGE })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.cost
}
function partOf(body: object, pointer: string): number {
  return costOf(body).parts.find((each) => each.pointer === pointer)?.expectedMs ?? Number.NaN
}
const filtered = (filter: object, body: object) => ({ ...body, query: { bool: { filter: [filter] } } })
const top = { size: 0, aggs: { a: { terms: { field: 'flow_id', size: 1_000 } } } }

test('expects an aggregation to cost only the filtered documents', () => {
  const all = costOf(top).expectedMs
  expect(costOf(filtered({ term: { event_type: 'dns' } }, top)).expectedMs).toBeLessThan(all / 2)
  expect(costOf(filtered({ term: { event_type: 'smb' } }, top)).expectedMs).toBeLessThan(all / 10)
  expect(costOf(filtered({ term: { event_type: 'flow' } }, top)).expectedMs).toBeGreaterThan(all * 0.7)
  const not = { ...top, query: { bool: { must_not: [{ term: { event_type: 'flow' } }] } } }
  expect(costOf(not).expectedMs).toBeLessThan(all / 2)
})

test('does so for an aggregation in a filter, and for one over a rare field', () => {
  const inside = (filter: object) => ({ size: 0, aggs: { f: { filter, aggs: top.aggs } } })
  const all = partOf(inside({ match_all: {} }), '#/aggs/f/aggs/a')
  expect(partOf(inside({ term: { event_type: 'dns' } }), '#/aggs/f/aggs/a')).toBeLessThan(all / 2)
  const rare = { size: 0, aggs: { a: { terms: { field: 'tls.sni', size: 1_000 } } } }
  expect(costOf(rare).expectedMs).toBeLessThan(costOf(top).expectedMs / 4)
})

test('expects as many buckets as a field has values', () => {
  const nested = (outer: string, inner: string) => ({
    size: 0,
    aggs: { a: { terms: { field: outer, size: 500 }, aggs: { b: { terms: { field: inner, size: 50 } } } } },
  })
  const few = costOf(nested('src_ip', 'dest_port'))
  expect(few.expectedMs).toBeLessThan(few.workMs / 3)
})

test('expects the worst case without a sample, or with a small or stale one', () => {
  const body = filtered({ term: { event_type: 'smb' } }, top)
  const total = DAYS * EACH
  for (const sample of [undefined, sampleOf(total, DAYS, 90), sampleOf(total * 0.7)]) {
    const { expectedMs, workMs, parts } = costOf(body, { ...UNKNOWN, sample })
    expect(expectedMs).toBe(workMs)
    for (const part of parts) expect(part.expectedMs).toBe(part.workMs)
  }
})

test('assumes that unrepresented documents match', () => {
  const body = filtered({ term: { event_type: 'smb' } }, top)
  const some = { ...KNOWN, sample: sampleOf(DAYS * EACH * 0.85) }
  expect(costOf(body, some).expectedMs).toBeGreaterThan(costOf(body).expectedMs * 3)
})

test('assumes that a clause that the sample cannot evaluate matches everything', () => {
  const words = { multi_match: { query: 'a', fields: ['event_type', 'src_ip'], lenient: true } }
  expect(partOf(filtered(words, top), '#/aggs/a')).toBeGreaterThan(partOf(top, '#/aggs/a') * 0.9)
  const not = { ...top, query: { bool: { must_not: [{ prefix: { event_type: 'f' } }] } } }
  expect(partOf(not, '#/aggs/a')).toBeGreaterThan(partOf(top, '#/aggs/a') * 0.9)
})

test('expects optional clauses without a score to cost nothing', () => {
  const should = Array.from({ length: 100 }, (_, port) => ({ range: { dest_port: { gte: port } } }))
  const query = { bool: { filter: [{ term: { event_type: 'dns' } }], should } }
  expect(partOf({ ...top, query }, '#/query')).toBeLessThan(partOf({ size: 10, query }, '#/query') / 5)
  const required = { bool: { ...query.bool, minimum_should_match: 1 } }
  expect(partOf({ ...top, query: required }, '#/query')).toBeGreaterThan(partOf({ ...top, query }, '#/query') * 5)
})
