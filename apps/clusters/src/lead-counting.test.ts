import { expect, test } from 'vitest'
import { pauseAfter } from './lead-counting.ts'

test('waits longer for more alerts the longer counting takes', () => {
  expect(pauseAfter(20)).toBe(3_000)
  expect(pauseAfter(500)).toBe(4_000)
  expect(pauseAfter(2_000)).toBe(8_000)
})

test('shortens the pause when counting itself takes long', () => {
  expect(pauseAfter(4_000)).toBe(5_000)
  expect(pauseAfter(60_000)).toBe(3_000)
})
