import { expect, test } from 'vitest'
import type { KnownIndex } from './choose-indexes.ts'
import { beginOf, documentSpans } from './document-spans.ts'

const day = 86_400_000
const start = Date.parse('2026-11-10')
const index = (begunAt: number, documents: number): KnownIndex => ({
  family: 'malware',
  number: 1,
  begunAt,
  shards: 1,
  documents,
  times: 'open',
})

test('a generation lasts until the next begins, a day at the most, and the newest until now', () => {
  const now = start + 4.5 * day
  const begins = [start, start + 0.25 * day, start + 3 * day]
  expect(documentSpans(begins.map(index), now)).toEqual([
    { from: start, to: start + 0.25 * day, documents: 0 },
    { from: start + 0.25 * day, to: start + 1.25 * day, documents: 1 },
    { from: start + 3 * day, to: now, documents: 2 },
  ])
  expect(documentSpans([index(now + 1, 5)], now)).toEqual([{ from: now + 1, to: now + 1, documents: 5 }])
})

test('a generation began when it was opened, if that was on its day', () => {
  expect(beginOf('2026-11-10', undefined)).toBe(start)
  expect(beginOf('2026-11-10', new Date(start + 3_600_000))).toBe(start + 3_600_000)
  expect(beginOf('2026-11-10', new Date(start + 9 * day))).toBe(start)
  expect(beginOf('2026-11-10', new Date(start - 5_000))).toBe(start)
})
