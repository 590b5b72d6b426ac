import { expect, test } from 'vitest'
import { msUntilEnd } from './session-end.ts'

const now = Date.parse('2026-11-14T09:00:00Z')

test.each([
  ['2026-11-14T09:00:01.500000', 1_500],
  ['2026-11-14T08:00:00.000000', 0],
  ['2027-11-14T09:00:00.000000', 2 ** 31 - 1],
  [null, undefined],
])('a session that ends at %s is checked again after %s ms', (expiration_date, expected) => {
  expect(msUntilEnd({ expiration_date }, now)).toBe(expected)
})
