import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleFields } from '../fixtures/fields.ts'
import { anyTameBody } from '../fixtures/generate/any-request.ts'
import { guarded, NOW } from '../fixtures/guarded.ts'
import { sampleOf } from '../fixtures/sampled.ts'
import type { CostInputs } from './cost.ts'
import { createTimeline } from './timeline.ts'

const DAY_MS = 86_400_000
const DAYS = 10
const EACH = 500_000
const HUGE = { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE }

const timeline = createTimeline(
  Array.from({ length: DAYS }, (_, day) => {
    const times = { from: NOW - (day + 1) * DAY_MS, to: NOW - day * DAY_MS - 1 }
    const hours = Array.from({ length: 24 }, (_hour, hour) => ({
      from: times.from + hour * (DAY_MS / 24),
      to: times.from + (hour + 1) * (DAY_MS / 24) - 1,
      documents: EACH / 24,
    }))
    return { shards: 1, asked: times, spans: hours, fresh: 0 }
  }),
)
const UNKNOWN: CostInputs = { documents: DAYS * EACH, shards: DAYS, cores: 2, timeline }
const KNOWN: CostInputs = { ...UNKNOWN, sample: sampleOf(DAYS * EACH) }

function costOf(body: object, inputs = KNOWN) {
  const result = guarded(body, { inputs, budget: HUGE })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.cost
}
const filtered = (filter: object, body: object) => ({ ...body, query: { bool: { filter: [filter] } } })
const top = { size: 0, aggs: { a: { terms: { field: 'flow_id', size: 1_000 } } } }

test('an aggregation costs what the filter lets through', () => {
  const all = costOf(top).workMs
  expect(costOf(filtered({ term: { event_type: 'dns' } }, top)).workMs).toBeLessThan(all / 5)
  expect(costOf(filtered({ term: { event_type: 'smb' } }, top)).workMs).toBeLessThan(all / 20)
  expect(costOf(filtered({ term: { event_type: 'flow' } }, top)).workMs).toBeGreaterThan(all * 0.7)
  const not = { size: 0, aggs: top.aggs, query: { bool: { must_not: [{ term: { event_type: 'flow' } }] } } }
  expect(costOf(not).workMs).toBeLessThan(all / 2)
})

test('the same with an aggregation filter, and without the field', () => {
  const inside = (filter: object) => ({ size: 0, aggs: { f: { filter, aggs: top.aggs } } })
  const partOf = (body: object, pointer: string) =>
    costOf(body).parts.find((each) => each.pointer === pointer)?.workMs ?? 0
  const all = partOf(inside({ match_all: {} }), '#/aggs/f/aggs/a')
  expect(partOf(inside({ term: { event_type: 'dns' } }), '#/aggs/f/aggs/a')).toBeLessThan(all / 5)
  const rare = { size: 0, aggs: { a: { terms: { field: 'tls.sni', size: 1_000 } } } }
  expect(costOf(rare).workMs).toBeLessThan(costOf(top).workMs / 4)
})

test('buckets are as many as a field has values', () => {
  const nested = (outer: string, inner: string) => ({
    size: 0,
    aggs: { a: { terms: { field: outer, size: 500 }, aggs: { b: { terms: { field: inner, size: 50 } } } } },
  })
  const few = costOf(nested('src_ip', 'dest_port'))
  const many = costOf(nested('flow_id', 'uuid'))
  expect(few.workMs).toBeLessThan(costOf(nested('src_ip', 'dest_port'), UNKNOWN).workMs / 3)
  expect(few.memoryBytes).toBeLessThan(many.memoryBytes / 10)
})

test('documents that are not in the sample may match anything', () => {
  const body = filtered({ term: { event_type: 'smb' } }, top)
  const half = { ...KNOWN, sample: sampleOf((DAYS * EACH) / 2) }
  expect(costOf(body, half).workMs).toBeGreaterThan(costOf(top).workMs / 3)
  expect(costOf(body, UNKNOWN).workMs).toBeGreaterThan(costOf(top).workMs)
})

test('what the sample cannot tell finds everything', () => {
  const words = { multi_match: { query: 'a', fields: ['event_type', 'src_ip'], lenient: true } }
  expect(costOf(filtered(words, top)).workMs).toBeGreaterThan(costOf(top).workMs)
  const not = { size: 0, aggs: top.aggs, query: { bool: { must_not: [{ prefix: { event_type: 'f' } }] } } }
  expect(costOf(not).workMs).toBeGreaterThan(costOf(top).workMs)
})

test('clauses that need not match and give no score cost nothing', () => {
  const should = Array.from({ length: 100 }, (_, port) => ({ range: { dest_port: { gte: port } } }))
  const query = { bool: { filter: [{ term: { event_type: 'dns' } }], should } }
  const partOf = (body: object) => costOf(body).parts.find(({ pointer }) => pointer === '#/query')?.workMs ?? 0
  expect(partOf({ ...top, query })).toBeLessThan(partOf({ size: 10, query }) / 5)
  expect(partOf({ size: 10, sort: ['flow_id'], query })).toBe(partOf({ ...top, query }))
  const required = { bool: { ...query.bool, minimum_should_match: 1 } }
  expect(partOf({ ...top, query: required })).toBeGreaterThan(partOf({ ...top, query }) * 5)
})

test('more documents never cost less, and a wider range hardly ever', () => {
  const time = fc.integer({ min: NOW - DAYS * DAY_MS, max: NOW })
  const property = fc.property(anyTameBody(exampleFields), time, time, time, time, (body, ...times) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = times.toSorted((one, other) => one - other)
    const ranged = (gte: number, lte: number) => {
      const query = { bool: { filter: [{ range: { '@timestamp': { gte, lte } } }] } }
      return guarded({ ...body, query }, { inputs: KNOWN, budget: HUGE })
    }
    const [narrow, wide] = [ranged(second, third), ranged(first, fourth)]
    if (!narrow.ok || !wide.ok) return
    // Of a narrow range the sample knows few documents: by chance they are too many.
    expect(wide.cost.workMs).toBeGreaterThanOrEqual(narrow.cost.workMs * 0.7)
    const more = { ...KNOWN, documents: KNOWN.documents * 2, sample: KNOWN.sample }
    const grown = guarded(body, { inputs: more, budget: HUGE })
    const plain = guarded(body, { inputs: KNOWN, budget: HUGE })
    if (grown.ok && plain.ok) expect(grown.cost.workMs).toBeGreaterThanOrEqual(plain.cost.workMs)
  })
  fc.assert(property, { numRuns: 150 })
})
