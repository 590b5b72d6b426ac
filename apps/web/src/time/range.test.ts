import { expect, test } from 'vitest'
import { isRange, rangeOf, readRange, shifted, spanOf, usualRange, widened } from './range.ts'

const now = Date.parse('2026-11-14T09:30:15.250Z')
const hour = 3_600_000

test('moves a relative range with the current time', () => {
  expect(spanOf({ from: 'now-1h', to: 'now' }, now)).toEqual({ from: now - hour, to: now })
  expect(spanOf({ from: 'now-2d', to: 'now-1d' }, now)).toEqual({ from: now - 48 * hour, to: now - 24 * hour })
})

test('starts the day in UTC', () => {
  expect(new Date(spanOf({ from: 'now/d', to: 'now' }, now).from).toISOString()).toBe('2026-11-14T00:00:00.000Z')
  expect(new Date(spanOf({ from: 'now-1d/d', to: 'now/d' }, now).from).toISOString()).toBe('2026-11-13T00:00:00.000Z')
})

test('reads a time without a zone as UTC', () => {
  const span = spanOf({ from: '2026-11-14T09:00', to: '2026-11-14T10:00:00.000Z' }, now)
  expect(span.to - span.from).toBe(hour)
})

test('uses the last day when the URL has no valid range', () => {
  for (const text of [
    '',
    'from=yesterday&to=now',
    'from=now&to=now-1h',
    'from=2026-11-14&to=2026-11-14',
    'from=now-9y',
  ]) {
    expect(readRange(new URLSearchParams(text))).toEqual(usualRange)
  }
  expect(readRange(new URLSearchParams('from=now-7d'))).toEqual({ from: 'now-7d', to: 'now' })
})

test('accepts a range from a fixed time until now', () => {
  expect(isRange({ from: '2026-11-14T09:00:00Z', to: 'now' })).toBe(true)
})

test('reads a span back from its URL', () => {
  const span = { from: now - hour, to: now }
  expect(spanOf(rangeOf(span), 0)).toEqual(span)
})

test('keeps the length when stepping; doubles it when widening, up to now', () => {
  expect(shifted({ from: now - hour, to: now }, -1)).toEqual({ from: now - 2 * hour, to: now - hour })
  expect(widened({ from: now - hour, to: now }, now)).toEqual({ from: now - 2 * hour, to: now })
  expect(widened({ from: now - 3 * hour, to: now - 2 * hour }, now)).toEqual({
    from: now - 3.5 * hour,
    to: now - 1.5 * hour,
  })
})
