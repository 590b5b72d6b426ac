import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimeProfile } from './time-profile.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-10')

/** Documents with the same time, as [time, documents]. */
type Heap = readonly [number, number]

async function profileOf(heaps: readonly Heap[]) {
  const asked: number[] = []
  const countIn = (from: number, to: number) =>
    heaps.reduce((sum, [time, documents]) => (time >= from && time <= to ? sum + documents : sum), 0)
  const times = heaps.map(([time]) => time)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const whole = { from, to, documents: countIn(from, to) }
  const spans = await readTimeProfile(whole, (ranges) => {
    asked.push(ranges.length)
    return Promise.resolve(ranges.map((range) => countIn(range.from, range.to)))
  })
  return { spans, asked, countIn, whole }
}

const evenly = (documents: number, from = START, length = DAY_MS): Heap[] =>
  Array.from({ length: 2_000 }, (_, index) => [from + Math.floor((index / 2_000) * length), documents / 2_000])

test('returns one span for an index of few documents', async () => {
  const { spans, asked, whole } = await profileOf(evenly(10_000))
  expect(spans).toEqual([whole])
  expect(asked).toEqual([])
})

test('divides a day of a million documents into sixteen spans, with two requests', async () => {
  const { spans, asked } = await profileOf(evenly(1_000_000))
  expect(spans.length).toBe(16)
  expect(asked).toEqual([3, 12])
})

test('puts documents that are half a week late into separate spans', async () => {
  const { spans } = await profileOf([...evenly(500_000), ...evenly(500_000, START - 7 * DAY_MS)])
  const between = spans.filter(({ from, to }) => to > START - 5 * DAY_MS && from < START - DAY_MS)
  expect(between.reduce((sum, each) => sum + each.documents, 0)).toBeLessThan(100_000)
})

test('isolates single documents of impossible years at a low cost', async () => {
  const odd = ['0001-01-01', '1969-12-31', '9999-12-31'].map((each): Heap => [Date.parse(each), 1])
  const { spans, asked } = await profileOf([...odd, ...evenly(1_000_000)])
  expect(asked.reduce((sum, each) => sum + each, 0)).toBeLessThan(120)
  expect(spans.find(({ from }) => from === Date.parse('0001-01-01'))?.documents).toBe(1)
  expect(spans.find(({ to }) => to === Date.parse('9999-12-31'))?.documents).toBe(1)
  expect(Math.max(...spans.map(({ documents }) => documents))).toBeLessThanOrEqual(1_000_000 / 12)
})

test('returns few ordered spans with exact counts, for any times', async () => {
  const time = fc.oneof(
    fc.integer({ min: START - 30 * DAY_MS, max: START + DAY_MS }),
    fc.integer({ min: START, max: START + 120_000 }),
    fc.integer({ min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') }),
  )
  const heaps = fc.array(fc.tuple(time, fc.integer({ min: 1, max: 300_000 })), { minLength: 1, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(heaps, async (all) => {
      const { spans, asked, countIn, whole } = await profileOf(all)
      expect(asked.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(240)
      expect(spans.length).toBeLessThanOrEqual(128)
      expect(spans.reduce((sum, each) => sum + each.documents, 0)).toBe(whole.documents)
      for (const [index, { from, to, documents }] of spans.entries()) {
        expect(documents).toBe(countIn(from, to))
        expect(from).toBeGreaterThan(spans[index - 1]?.to ?? -Infinity)
        expect(to).toBeGreaterThanOrEqual(from)
      }
    }),
  )
})

test('returns no negative span when documents arrive during the count', async () => {
  let more = 0
  const whole = { from: START, to: START + DAY_MS, documents: 100_000 }
  const spans = await readTimeProfile(whole, (ranges) => Promise.resolve(ranges.map(() => 30_000 + more++)))
  for (const { documents } of spans) expect(documents).toBeGreaterThan(0)
})
