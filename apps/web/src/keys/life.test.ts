import { expect, test } from 'vitest'
import { endAfter } from './life.ts'

test('a key expires after the given number of days, or never', () => {
  const now = Date.parse('2026-11-16T09:00:00Z')
  expect(endAfter('30', now)).toBe('2026-12-16T09:00:00.000Z')
  expect(endAfter('never', now)).toBeNull()
})
