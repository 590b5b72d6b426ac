import { expect, test } from 'vitest'
import { bucketStarts, intervalFor } from './interval.ts'

const hour = 3_600_000

test('gives a chart enough bars, but at most a hundred', () => {
  for (const hours of [0.01, 0.25, 1, 6, 24, 48, 168, 720, 8_760]) {
    const span = { from: 0, to: hours * hour }
    const bars = (span.to - span.from) / intervalFor(span).ms
    expect(bars).toBeLessThanOrEqual(100)
    expect(bars).toBeGreaterThan(10)
  }
})

test('aligns buckets with those of the engine and covers the whole span', () => {
  const span = { from: Date.parse('2026-11-14T09:10:00Z'), to: Date.parse('2026-11-14T12:00:00Z') }
  const starts = bucketStarts(span, { ms: hour, name: '1h' }).map((start) => new Date(start).toISOString())
  expect(starts).toEqual(['2026-11-14T09:00:00.000Z', '2026-11-14T10:00:00.000Z', '2026-11-14T11:00:00.000Z'])
})
