import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../../../fixtures/generate/random.ts'
import { distinctAmong, frequenciesOf, shareOfMostFrequent } from './distinct.ts'

/**
 * Frequencies in a sample of `sampled` of a million values that are evenly distributed over `different` distinct ones.
 */
function evenly(different: number, sampled: number) {
  const counts = new Map<number, number>()
  const random = createRandom(different)
  for (let at = 0; at < sampled; at++) {
    const value = random.below(different)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return frequenciesOf([...counts.values()])
}

test.each([3, 30, 1_000, 30_000, 1_000_000])('estimates the number of distinct values: %d', (different) => {
  const found = distinctAmong(evenly(different, 1_000), 1_000_000)
  expect(found).toBeGreaterThan(different / 4)
  expect(found).toBeLessThan(different * 25)
})

test('estimates all values as distinct if the sample has no duplicates', () => {
  expect(distinctAmong(frequenciesOf(Array.from({ length: 500 }, () => 1)), 1e7)).toBe(1e7)
  expect(distinctAmong(frequenciesOf([]), 1e7)).toBe(1e7)
})

test('never estimates fewer distinct values for more values, nor more than there are', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 50 })
  const number = fc.double({ min: 0, max: 1e8, noNaN: true })
  const property = fc.property(counts, number, number, (occurrences, one, other) => {
    const frequencies = frequenciesOf(occurrences)
    const [few, many] = [Math.min(one, other), Math.max(one, other)]
    expect(distinctAmong(frequencies, many)).toBeGreaterThanOrEqual(distinctAmong(frequencies, few) * (1 - 1e-9))
    expect(distinctAmong(frequencies, many)).toBeLessThanOrEqual(many)
  })
  fc.assert(property)
})

test('the most frequent values have their share, and the rest an even one', () => {
  const frequencies = frequenciesOf([60, 20, ...Array.from({ length: 20 }, () => 1)])
  expect(shareOfMostFrequent(frequencies, 1, 1_002)).toBeCloseTo(0.6)
  expect(shareOfMostFrequent(frequencies, 2, 1_002)).toBeCloseTo(0.8)
  expect(shareOfMostFrequent(frequencies, 502, 1_002)).toBeCloseTo(0.9)
  expect(shareOfMostFrequent(frequencies, 1_002, 1_002)).toBe(1)
})
