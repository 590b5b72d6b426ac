import { expect, test } from 'vitest'
import { numberIn } from './number-in.ts'

test.each([
  [' 514 ', 514],
  ['1.5', 1.5],
  ['many', -1],
  ['', -1],
])('sends %j as %d', (written, value) => {
  expect(numberIn(written)).toBe(value)
})
