import { expect, test } from 'vitest'
import { spanText } from './coverage-spans.ts'
import { at } from './fixtures/a-coverage.ts'

test.each([
  [at('14:00'), at('14:35'), false, '14:00–14:35'],
  [at('14:00'), at('15:20'), true, '14:00–now'],
  ['2026-11-16T22:30:00Z', at('02:10'), false, '16 Nov, 22:30 to 17 Nov, 02:10'],
  ['2026-11-16T22:30:00Z', '2026-11-16T23:00:00Z', false, '16 Nov, 22:30–23:00'],
  ['2026-11-16T22:30:00Z', at('15:20'), true, '16 Nov, 22:30–now'],
])('formats %s to %s, open: %s, as %s', (from, to, is_open, words) => {
  expect(spanText({ from, to, is_open }, at('15:20'), 'utc')).toBe(words)
})
