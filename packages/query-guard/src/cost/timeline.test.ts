import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVERYTHING, type Interval } from '../time/interval.ts'
import type { IndexProfile } from './cost.ts'
import { createTimeline } from './timeline.ts'

const UNKNOWN: Interval = { from: 0, to: 1_000_000 }

/** An index with a span for each of its documents, given by their times. */
function profile(times: readonly number[], size: number): IndexProfile {
  const sorted = times.toSorted((one, other) => one - other)
  const spans = []
  for (let at = 0; at < sorted.length; at += size) {
    const own = sorted.slice(at, at + size)
    spans.push({ from: own[0] ?? 0, to: own.at(-1) ?? 0, documents: own.length })
  }
  const asked = { from: sorted[0] ?? Infinity, to: sorted.at(-1) ?? -Infinity }
  return { shards: 1, asked, spans, fresh: 0 }
}

const anyTime = fc.oneof(fc.integer({ min: -100, max: 2_000 }), fc.constantFrom(-62_000_000, 253_000_000))
const anyTimes = fc.array(anyTime, { maxLength: 60 })
const anyIndexes = fc.array(anyTimes, { maxLength: 5 })
const anyRange = fc.tuple(anyTime, anyTime, fc.boolean(), fc.boolean()).map(
  ([one, other, isOpenBelow, isOpenAbove]): Interval => ({
    from: isOpenBelow ? -Infinity : Math.min(one, other),
    to: isOpenAbove ? Infinity : Math.max(one, other),
  }),
)
const inside =
  ({ from, to }: Interval) =>
  (time: number) =>
    time >= from && time <= to

test('no count of documents, shards or buckets is too low, or too high by more than two spans per index', () => {
  const sizes = fc.integer({ min: 1, max: 10 })
  const widths = fc.integer({ min: 1, max: 500 })
  const property = fc.property(anyIndexes, anyRange, sizes, widths, (indexes, range, size, width) => {
    const timeline = createTimeline(indexes.map((times) => profile(times, size)))
    const found = indexes.map((times) => times.filter(inside(range)))
    const documents = found.flat().length
    expect(timeline.documentsIn(range)).toBeGreaterThanOrEqual(documents)
    expect(timeline.documentsIn(range)).toBeLessThanOrEqual(documents + 2 * size * indexes.length)
    expect(timeline.shardsIn(range)).toBeGreaterThanOrEqual(found.filter((each) => each.length > 0).length)
    const buckets = (times: readonly number[]) => new Set(times.map((time) => Math.floor(time / width))).size
    expect(timeline.bucketsIn(range, width, UNKNOWN)).toBeGreaterThanOrEqual(buckets(found.flat()))
    expect(timeline.indexBucketsIn(range, width)).toBeGreaterThanOrEqual(Math.max(0, ...found.map(buckets)))
    expect(timeline.largestShard).toBe(Math.max(0, ...indexes.map((times) => times.length)))
  })
  fc.assert(property, { numRuns: 500 })
})

test('no count decreases when the range grows', () => {
  const property = fc.property(anyIndexes, anyRange, anyRange, (indexes, one, other) => {
    const timeline = createTimeline(indexes.map((times) => ({ ...profile(times, 5), fresh: times.length % 3 })))
    const wide = { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
    expect(timeline.documentsIn(wide)).toBeGreaterThanOrEqual(timeline.documentsIn(one))
    expect(timeline.shardsIn(wide)).toBeGreaterThanOrEqual(timeline.shardsIn(one))
    expect(timeline.bucketsIn(wide, 7, UNKNOWN)).toBeGreaterThanOrEqual(timeline.bucketsIn(one, 7, UNKNOWN))
    expect(timeline.indexBucketsIn(wide, 7)).toBeGreaterThanOrEqual(timeline.indexBucketsIn(one, 7))
  })
  fc.assert(property, { numRuns: 500 })
})

test('a few documents of impossible years add one bucket each', () => {
  const times = Array.from({ length: 5_000 }, (_, index) => 1_000 + index)
  const ordinary = createTimeline([profile(times, 100)])
  const spoilt = createTimeline([profile(times, 100), profile([-62_000_000_000, 253_000_000_000], 1)])
  expect(ordinary.bucketsIn(EVERYTHING, 100, UNKNOWN)).toBe(51)
  expect(spoilt.bucketsIn(EVERYTHING, 100, UNKNOWN)).toBe(53)
  expect(spoilt.bucketsIn({ from: 3_000, to: Infinity }, 100, UNKNOWN)).toBe(32)
})

test('documents with unread times count in every range, and fill buckets of the usual times', () => {
  const unread: IndexProfile = { shards: 2, asked: EVERYTHING, spans: [{ ...EVERYTHING, documents: 9_000 }], fresh: 0 }
  const timeline = createTimeline([unread])
  expect(timeline.documentsIn({ from: 5, to: 6 })).toBe(9_000)
  expect(timeline.shardsIn({ from: 5, to: 6 })).toBe(2)
  expect(timeline.largestShard).toBe(4_500)
  expect(timeline.bucketsIn({ from: 999_000, to: Infinity }, 100, UNKNOWN)).toBe(12)
  expect(timeline.bucketsIn(EVERYTHING, 100, UNKNOWN)).toBe(9_000)
})

test('fresh documents count in every range that is not empty', () => {
  const timeline = createTimeline([{ ...profile([1, 2, 3], 3), fresh: 4 }])
  expect(timeline.documentsIn({ from: 50, to: 60 })).toBe(4)
  expect(timeline.documentsIn({ from: 60, to: 50 })).toBe(0)
  expect(timeline.shardsIn({ from: 60, to: 50 })).toBe(0)
})
