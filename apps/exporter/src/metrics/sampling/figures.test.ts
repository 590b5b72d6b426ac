import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFigures, type ProcessPage } from './figures.ts'
import { quantile } from './quantile.ts'

const page = (process: string, name: string, value: number, labels: Record<string, string> = {}) => ({
  process,
  series: [{ name, labels, value }],
})

test('the sum of a counter never decreases when processes end and start', () => {
  const event = fc.record({
    process: fc.constantFrom('a', 'b', 'c'),
    added: fc.nat(1_000),
    isNew: fc.boolean(),
    isSilent: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const figures = createFigures()
      const counts = new Map<string, number>()
      let happened = 0
      let seen = 0
      for (const { process, added, isNew, isSilent } of events) {
        // A restarted process has counted nothing yet when it is first scraped.
        if (isNew) {
          figures.take([...counts].map(([name, value]) => page(name, 'x_total', value)))
          counts.set(process, 0)
          figures.take([...counts].map(([name, value]) => page(name, 'x_total', value)))
        }
        counts.set(process, (counts.get(process) ?? 0) + added)
        happened += added
        const asked = [...counts].filter(([name]) => !isSilent || name !== process)
        const total = figures.take(asked.map(([name, value]) => page(name, 'x_total', value))).total('x_total') ?? 0
        expect(total).toBeGreaterThanOrEqual(seen)
        seen = total
      }
      const end = figures.take([...counts].map(([name, value]) => page(name, 'x_total', value))).total('x_total') ?? 0
      expect(end).toBe(happened)
    }),
  )
})

test('adds gauges of several processes, or takes the highest or lowest', () => {
  const figures = createFigures().take([page('a', 'g', 3), page('b', 'g', 5), page('b', 'h', 7, { queue: 'cheap' })])
  expect([figures.sum('g'), figures.most('g'), figures.least('g')]).toEqual([8, 5, 3])
  expect([figures.sum('h', { queue: 'costly' }), figures.sum('none')]).toEqual([undefined, undefined])
  expect([...figures.by('g', 'process')]).toEqual([
    ['a', 3],
    ['b', 5],
  ])
  expect([...figures.by('h', 'queue')]).toEqual([['cheap', 7]])
})

test('computes durations over the interval since the previous sample', () => {
  const figures = createFigures()
  const pages = (fast: number, slow: number): ProcessPage[] => [
    {
      process: 'api',
      series: [
        { name: 's_bucket', labels: { le: '0.1' }, value: fast },
        { name: 's_bucket', labels: { le: '1' }, value: fast + slow },
        { name: 's_bucket', labels: { le: '+Inf' }, value: fast + slow },
        { name: 's_sum', labels: {}, value: fast * 0.05 + slow * 0.5 },
        { name: 's_count', labels: {}, value: fast + slow },
      ],
    },
  ]
  figures.take(pages(100, 0))
  expect(figures.take(pages(100, 0)).duration('s')).toBeUndefined()
  const { meanSeconds = 0, p95Seconds = 0 } = figures.take(pages(100, 10)).duration('s') ?? {}
  expect(meanSeconds).toBeCloseTo(0.5)
  expect(p95Seconds).toBeCloseTo(0.1 + 0.9 * 0.95)
})

test('returns a quantile within the bucket that contains it', () => {
  const bounds = [0.1, 0.5, 1, Number.POSITIVE_INFINITY]
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 4, maxLength: 4 }), (counts) => {
      fc.pre(counts.some((each) => each > 0))
      let sum = 0
      const buckets = new Map(counts.map((each, index) => [bounds[index] ?? 0, (sum += each)]))
      const at = bounds.findIndex((bound) => (buckets.get(bound) ?? 0) >= 0.95 * sum)
      const value = quantile(0.95, buckets)
      expect(value).toBeLessThanOrEqual(Math.min(1, bounds[at] ?? 1))
      expect(value).toBeGreaterThanOrEqual(bounds[at - 1] ?? 0)
    }),
  )
})
