import { expect, test } from 'vitest'
import { rangeText } from './range-text.ts'

const now = Date.parse('2026-11-16T12:00:00Z')

test('a range that is offered is called by its name', () => {
  expect(rangeText({ from: 'now-24h', to: 'now' }, 'utc', now)).toBe('Last 24 hours')
})

test('an instant of another year says so', () => {
  expect(rangeText({ from: '2025-12-31T22:00:00Z', to: '2026-01-01T02:00:00Z' }, 'utc', now)).toBe(
    '31 Dec 2025, 22:00 – 01 Jan, 02:00',
  )
})
