import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intents } from '../fixtures/benign/intents.ts'
import { exampleFields } from '../fixtures/fields.ts'
import { anyTameBody } from '../fixtures/generate/any-request.ts'
import { guarded, NOW } from '../fixtures/guarded.ts'
import { EVERYTHING } from '../time/interval.ts'
import type { CostInputs } from './cost.ts'
import { createTimeline } from './timeline.ts'

const WEEK_MS = 7 * 86_400_000
const TEN_MILLION: CostInputs = { documents: 10_000_000, shards: 8, cores: 2, oldest: NOW - WEEK_MS, newest: NOW }
const HUGE = { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE }
const costOf = (body: object, inputs: Partial<CostInputs> = {}) => {
  const result = guarded(body, { inputs: { ...TEN_MILLION, ...inputs }, budget: HUGE })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.cost
}
const top = { size: 0, aggs: { a: { terms: { field: 'src_ip', size: 100 } } } }

test.each(intents)('estimates over ten million documents: $form', ({ body }) => {
  expect(guarded(body, { inputs: TEN_MILLION })).toMatchObject({ ok: true })
})

test('the parts add up to the total, most expensive first', () => {
  const { workMs, memoryBytes, parts } = costOf({ ...top, size: 5, sort: ['uuid'], query: { match_all: {} } })
  expect(parts.reduce((sum, each) => sum + each.workMs, 0)).toBeCloseTo(workMs)
  expect(parts.reduce((sum, each) => sum + each.memoryBytes, 0)).toBeCloseTo(memoryBytes)
  expect(parts.map(({ pointer }) => pointer).toSorted()).toEqual(['#', '#/aggs/a', '#/query', '#/size', '#/sort'])
  expect(parts).toEqual(parts.toSorted((one, other) => other.workMs - one.workMs))
})

test('a narrow time range costs its share', () => {
  const day = { ...top, query: { range: { '@timestamp': { gte: NOW - WEEK_MS / 7, lte: NOW } } } }
  expect(costOf(day).workMs).toBeLessThan(costOf(top).workMs / 4)
  expect(costOf({ ...top, query: { range: { '@timestamp': { gte: NOW + WEEK_MS } } } }).workMs).toBeLessThan(50)
})

test('uses the timeline instead of the average', () => {
  const day = WEEK_MS / 7
  const lastDay = { ...top, query: { range: { '@timestamp': { gte: NOW - day, lte: NOW } } } }
  const spans = [
    { from: NOW - WEEK_MS, to: NOW - 2 * day, documents: 1_000_000 },
    { from: NOW - day, to: NOW, documents: 9_000_000 },
  ]
  const timeline = createTimeline([{ shards: 8, asked: EVERYTHING, spans, fresh: 0 }])
  expect(costOf(lastDay, { timeline }).workMs).toBeGreaterThan(costOf(lastDay).workMs * 4)
  expect(costOf(top, { timeline }).workMs).toBeCloseTo(costOf(top).workMs)
})

test('does not assume spread documents without times', () => {
  const day = { ...top, query: { range: { '@timestamp': { gte: NOW - WEEK_MS / 7, lte: NOW } } } }
  expect(costOf(day, { oldest: undefined }).workMs).toBeGreaterThan(costOf(day).workMs * 4)
})

test('never costs less with more documents, nor more with more cores', () => {
  const property = fc.property(anyTameBody(exampleFields), (body) => {
    const result = guarded(body, { inputs: TEN_MILLION, budget: HUGE })
    if (!result.ok) return
    const more = costOf(body, { documents: 20_000_000 })
    expect(more.workMs).toBeGreaterThanOrEqual(result.cost.workMs)
    expect(more.memoryBytes).toBeGreaterThanOrEqual(result.cost.memoryBytes)
    expect(costOf(body, { cores: 16 }).workMs).toBeLessThanOrEqual(result.cost.workMs)
  })
  fc.assert(property, { numRuns: 150 })
})

test.each([
  [
    'walking through terms',
    { query: { bool: { should: Array.from({ length: 40 }, (_, i) => ({ wildcard: { uuid: `${i}*a*` } })) } } },
    '#/query',
  ],
  [
    'many clauses over everything',
    { query: { bool: { should: Array.from({ length: 250 }, (_, i) => ({ range: { dest_port: { gte: i } } })) } } },
    '#/query',
  ],
  [
    'pairs of everything',
    { size: 0, aggs: { a: { multi_terms: { terms: [{ field: 'src_ip' }, { field: 'uuid' }] } } } },
    '#/aggs',
  ],
  [
    'a metric for every value',
    {
      size: 0,
      aggs: {
        a: { terms: { field: 'uuid', order: { b: 'desc' } }, aggs: { b: { max: { field: 'severity' } } } },
        c: { terms: { field: 'flow_id', order: { b: 'desc' } }, aggs: { b: { max: { field: 'severity' } } } },
      },
    },
    '#/aggs',
  ],
  [
    'digests in a thousand buckets',
    {
      size: 0,
      aggs: { a: { terms: { field: 'src_ip', size: 1_000 }, aggs: { b: { percentiles: { field: 'severity' } } } } },
    },
    '#/aggs',
  ],
])('rejects over ten million documents: %s', (_what, body, pointer) => {
  const result = guarded(body, { inputs: TEN_MILLION })
  expect(result).toMatchObject({ ok: false, kind: 'too-expensive' })
  const excess = { pointer, estimate: expect.any(Number), budget: expect.any(Number) }
  expect(result.ok ? undefined : result.refusals[0]).toMatchObject(excess)
  expect(guarded(body)).toMatchObject({ ok: true })
})

test('a refusal contains the estimate, the budget and the most expensive part', () => {
  const result = guarded(top, { inputs: TEN_MILLION, budget: { workMs: 10, memoryBytes: 1_000 } })
  expect(result).toEqual({
    ok: false,
    kind: 'too-expensive',
    refusals: [
      {
        pointer: '#/aggs',
        detail: expect.stringMatching(
          /^This would take the engine about [\d.]+ s, and 0\.1 s are allowed\. Most of it is terms aggregation \(#\/aggs\/a\): narrow /,
        ),
        estimate: expect.any(Number),
        budget: 10,
      },
      {
        pointer: '#/aggs',
        detail: expect.stringMatching(/^This would hold about \d+ MiB/),
        estimate: expect.any(Number),
        budget: 1_000,
      },
    ],
  })
})

test('a count costs as much as its query', () => {
  const body = { ...top, size: 10_000, query: { term: { event_type: 'dns' } } }
  const count = guarded(body, { inputs: TEN_MILLION, kind: 'count' })
  expect(count.ok && count.cost.parts.map(({ pointer }) => pointer).toSorted()).toEqual(['#', '#/query'])
})
