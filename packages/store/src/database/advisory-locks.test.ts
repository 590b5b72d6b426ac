import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('no two locks have the same number: a rotation of keys must not wait for a leader', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
