import { expect, test } from 'vitest'
import { multirangeText, readMultirange } from './sequence-ranges.ts'

test('writes ranges with both ends included, and reads the PostgreSQL text form', () => {
  expect(multirangeText([])).toBe('{}')
  expect(
    multirangeText([
      [7, 7],
      [0, 4],
    ]),
  ).toBe('{[7,7],[0,4]}')
  expect(readMultirange('{}')).toEqual([])
  expect(readMultirange('{[0,5),[7,8)}')).toEqual([
    [0, 4],
    [7, 7],
  ])
})
