import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draws = (...parts: number[]) => Array.from({ length: 8 }, createRandom(...parts).word)

test('the same parts give the same numbers, other parts give others', () => {
  expect(draws(1, 2, 3)).toEqual(draws(1, 2, 3))
  expect(draws(1, 2, 3)).not.toEqual(draws(1, 3, 2))
  expect(draws(2 ** 40)).not.toEqual(draws(0))
})

test('the sequence is fixed: a change here would change every data set', () => {
  expect(createRandom(1, 2, 3).hex(32)).toMatchInlineSnapshot(`"99d2e3fc6fec2691561bc1973f75256f"`)
})

test('numbers are uniform and within their bounds', () => {
  const random = createRandom(7)
  const counts = new Map<number, number>()
  for (let draw = 0; draw < 50_000; draw++) {
    const value = random.between(5, 9)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  expect(new Set(counts.keys())).toEqual(new Set([5, 6, 7, 8, 9]))
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})

test('ranks follow a Zipf distribution: rank k about 1/(k+1) as often as rank 0', () => {
  const random = createRandom(42)
  const counts = new Map<number, number>()
  for (let draw = 0; draw < 400_000; draw++) {
    const rank = random.zipf(1_000)
    counts.set(rank, (counts.get(rank) ?? 0) + 1)
  }
  const share = (rank: number) => (counts.get(rank) ?? 0) / (counts.get(0) ?? 1)
  expect(share(1)).toBeGreaterThan(0.5)
  expect(share(1)).toBeLessThan(0.65)
  expect(share(9)).toBeGreaterThan(0.1)
  expect(share(9)).toBeLessThan(0.18)
  expect(share(99)).toBeGreaterThan(0.008)
  expect(share(99)).toBeLessThan(0.02)
  expect(Math.max(...counts.keys())).toBeLessThan(1_000)
})
