import { expect, test } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

test('gives each advisory lock a unique key', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
