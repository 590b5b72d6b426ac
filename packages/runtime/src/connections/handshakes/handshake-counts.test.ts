import { expect, test } from 'vitest'
import { createHandshakeCounts } from './handshake-counts.ts'

test('limits the handshakes of a source, and allows the next one after a release', () => {
  const counts = createHandshakeCounts(2)
  expect([counts.take('a'), counts.take('a'), counts.take('a')]).toEqual([true, true, false])
  expect(counts.take('b')).toBe(true)
  counts.release('a')
  expect([counts.take('a'), counts.take('a')]).toEqual([true, false])
  expect(counts.total()).toBe(3)
})

test('ignores a release without a take', () => {
  const counts = createHandshakeCounts(1)
  counts.release('a')
  expect(counts.total()).toBe(0)
  expect([counts.take('a'), counts.take('a')]).toEqual([true, false])
})
