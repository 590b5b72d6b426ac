import { expect, test } from 'vitest'
import { searchableWithin } from './time-to-searchable.ts'

test('uses the delay of the last event of each arrival, in order of arrival', () => {
  const arrivals = [
    { at: 1_000, count: 99 },
    { at: 2_000, count: 1 },
  ]
  const seen = [
    { at: 1_500, count: 50 },
    { at: 1_800, count: 99 },
    { at: 7_000, count: 100 },
  ]
  expect(searchableWithin(arrivals, seen, 0.5)).toBe(800)
  expect(searchableWithin(arrivals, seen, 0.99)).toBe(800)
  expect(searchableWithin(arrivals, seen, 1)).toBe(5_000)
})

test('is infinite when events never become searchable', () => {
  expect(searchableWithin([{ at: 1, count: 10 }], [{ at: 2, count: 9 }])).toBe(Number.POSITIVE_INFINITY)
})
