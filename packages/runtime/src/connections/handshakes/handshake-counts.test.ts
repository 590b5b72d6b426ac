import { expect, test } from 'vitest'
import { createHandshakeCounts } from './handshake-counts.ts'

test('a source has so many at once, and the next as soon as one is released', () => {
  const counts = createHandshakeCounts(2)
  expect([counts.take('a'), counts.take('a'), counts.take('a')]).toEqual([true, true, false])
  expect(counts.take('b')).toBe(true)
  counts.release('a')
  expect([counts.take('a'), counts.take('a')]).toEqual([true, false])
  expect(counts.total()).toBe(3)
})

test('releasing what was not taken changes nothing', () => {
  const counts = createHandshakeCounts(1)
  counts.release('a')
  expect(counts.total()).toBe(0)
  expect([counts.take('a'), counts.take('a')]).toEqual([true, false])
})
