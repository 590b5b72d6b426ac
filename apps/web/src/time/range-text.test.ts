import { expect, test } from 'vitest'
import { rangeText } from './range-text.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test('uses the name of a preset range', () => {
  expect(rangeText({ from: 'now-24h', to: 'now' }, 'utc', now)).toBe('Last 24 hours')
})

test('shows the date once for a range within one day', () => {
  expect(rangeText({ from: '2026-11-14T09:00:00Z', to: '2026-11-14T15:20:00Z' }, 'utc', now)).toBe(
    '14 Nov, 09:00 – 15:20',
  )
  expect(rangeText({ from: '2026-11-14T09:00:00Z', to: 'now' }, 'utc', now)).toBe('14 Nov, 09:00 – now')
})

test('shows the year of a time in another year', () => {
  expect(rangeText({ from: '2025-12-31T22:00:00Z', to: '2026-01-01T02:00:00Z' }, 'utc', now)).toBe(
    '31 Dec 2025, 22:00 – 01 Jan, 02:00',
  )
})
