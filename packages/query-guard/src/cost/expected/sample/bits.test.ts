import { expect, test } from 'vitest'
import { allBits, bothBits, countBits, eitherBits, noBits, setBits, withoutBits } from './bits.ts'

test.each([0, 1, 31, 32, 33, 1_024])('counts the documents of a sample of %d', (size) => {
  expect(countBits(noBits(size))).toBe(0)
  expect(countBits(allBits(size))).toBe(size)
})

test('joins, unites and subtracts', () => {
  const one = setBits(noBits(70), [0, 31, 32, 69])
  const other = setBits(noBits(70), [31, 69, 5])
  expect(bothBits(one, other)).toEqual(setBits(noBits(70), [31, 69]))
  expect(eitherBits(one, other)).toEqual(setBits(noBits(70), [0, 5, 31, 32, 69]))
  expect(withoutBits(one, other)).toEqual(setBits(noBits(70), [0, 32]))
})

test('sets a part of a list', () => {
  expect(countBits(setBits(noBits(40), [1, 2, 3, 4], 1, 3))).toBe(2)
})
