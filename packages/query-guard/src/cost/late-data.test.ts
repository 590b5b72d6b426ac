import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleFields } from '../fixtures/fields.ts'
import { anyTameBody } from '../fixtures/generate/any-request.ts'
import { guarded, NOW } from '../fixtures/guarded.ts'
import type { CostInputs } from './cost.ts'
import { createTimeline } from './timeline.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HUGE = { workMs: Number.MAX_VALUE, memoryBytes: Number.MAX_VALUE }

/** All of it arrived in the last hour, as after an outage of a probe: 59,000 documents of the last day. */
const spans = Array.from({ length: 24 }, (_, hour) => ({
  from: NOW - (hour + 1) * HOUR_MS,
  to: NOW - hour * HOUR_MS - 1,
  documents: hour === 0 ? 9_039 : 2_158,
}))
const BACKFILLED: CostInputs = {
  documents: 58_673,
  shards: 1,
  cores: 2,
  oldest: NOW - HOUR_MS,
  timeline: createTimeline([{ shards: 1, asked: { from: -Infinity, to: Infinity }, spans, fresh: 0 }]),
}

function costOf(body: object, inputs = BACKFILLED) {
  const result = guarded(body, { inputs, budget: HUGE })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.cost
}

const since = (times: object) => ({ query: { range: { '@timestamp': times } } })
const nested = (outer: number) => ({
  size: 0,
  ...since({ gte: 'now-24h', lte: 'now' }),
  aggs: {
    a: { terms: { field: 'flow_id', size: outer }, aggs: { b: { terms: { field: 'src_port', size: 6 } } } },
  },
})

test('a range that ends before the arrival costs as much as its documents', () => {
  const costly = { size: 0, aggs: nested(3_000).aggs }
  const before = costOf({ ...costly, ...since({ gte: 'now-24h', lte: 'now-1h' }) })
  const whole = costOf({ ...costly, ...since({ gte: 'now-24h', lte: 'now' }) })
  expect(before.workMs).toBeGreaterThan(whole.workMs * 0.7)
  expect(before.memoryBytes).toBeGreaterThan(whole.memoryBytes * 0.7)
  const queue = (times: object) => {
    const result = guarded({ ...costly, ...since(times) }, { inputs: BACKFILLED })
    return result.ok && result.queue
  }
  expect(queue({ gte: 'now-24h', lte: 'now-1h' })).toBe('costly')
  expect(queue({ gte: 'now-24h', lte: 'now' })).toBe('costly')
})

test.each(['1s', '5s'])('counts the buckets of %s by the times of the documents', (fixed_interval) => {
  const histogram = { date_histogram: { field: '@timestamp', fixed_interval, min_doc_count: 1 } }
  const body = { size: 0, ...since({ lte: 'now' }), aggs: { a: histogram } }
  const result = guarded(body, { inputs: BACKFILLED })
  expect(result).toMatchObject({ ok: false, kind: 'too-expensive' })
  expect(result.ok ? undefined : result.refusals[0]?.detail).toMatch(/^This comes to \d+ buckets; at most 10000/)
})

test('counts the buckets of a histogram without a lower bound by the hours that have documents', () => {
  const histogram = { date_histogram: { field: '@timestamp', fixed_interval: '1m', min_doc_count: 1 } }
  const { counts } = costOf({ size: 0, ...since({ lte: 'now' }), aggs: { a: histogram } })
  expect(counts.buckets).toBe(24 * 60 + 1)
})

test('one document of the year 1 or 9999 does not make histograms of others too expensive', () => {
  const odd = [Date.parse('0001-01-01'), Date.parse('9999-12-31')].map((time) => ({
    from: time,
    to: time,
    documents: 1,
  }))
  const profiles = [{ shards: 1, asked: { from: -Infinity, to: Infinity }, spans: [...spans, ...odd], fresh: 0 }]
  const inputs = { ...BACKFILLED, timeline: createTimeline(profiles) }
  const histogram = { date_histogram: { field: '@timestamp', fixed_interval: '1m', min_doc_count: 1 } }
  for (const times of [{ lte: 'now' }, { gte: 'now-12h' }, {}]) {
    const body = { size: 0, ...(Object.keys(times).length > 0 && since(times)), aggs: { a: histogram } }
    expect(guarded(body, { inputs })).toMatchObject({ ok: true })
  }
})

test('inner buckets cost more with more parent buckets', () => {
  const [few, many] = [costOf(nested(3_000)).workMs, costOf(nested(9_000)).workMs]
  // As measured: 360 to 440 ms, and 800 to 1,800 ms.
  expect(few).toBeGreaterThan(360 / 5)
  expect(few).toBeLessThan(440 * 2)
  expect(many).toBeGreaterThan(800)
  expect(many).toBeLessThan(1_800)
  expect(many).toBeGreaterThan(few * 2)
})

test('an estimate never decreases when the range grows', () => {
  const indexes = [0, 1, 2, 3].map((day) => ({
    shards: 1 + (day % 2),
    asked: { from: NOW - (day + 8) * DAY_MS, to: NOW - day * DAY_MS },
    // Documents that arrived on their day, and documents that were a week late.
    spans: [0, 7].map((late) => ({
      from: NOW - (day + late + 1) * DAY_MS,
      to: NOW - (day + late) * DAY_MS,
      documents: 500_000 * (day + 1),
    })),
    fresh: day === 0 ? 10_000 : 0,
  }))
  const inputs = { documents: 10_010_000, shards: 6, cores: 8, timeline: createTimeline(indexes) }
  const time = fc.integer({ min: NOW - 13 * DAY_MS, max: NOW + DAY_MS })
  const property = fc.property(anyTameBody(exampleFields), time, time, time, time, (body, ...times) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = times.toSorted((one, other) => one - other)
    const ranged = (gte: number, lte: number) => {
      const query = { bool: { filter: [{ range: { '@timestamp': { gte, lte } } }] } }
      return guarded({ ...body, query }, { inputs, budget: HUGE })
    }
    const [narrow, wide] = [ranged(second, third), ranged(first, fourth)]
    if (!narrow.ok || !wide.ok) return
    expect(wide.cost.workMs).toBeGreaterThanOrEqual(narrow.cost.workMs)
    expect(wide.cost.memoryBytes).toBeGreaterThanOrEqual(narrow.cost.memoryBytes)
  })
  fc.assert(property, { numRuns: 300 })
})
