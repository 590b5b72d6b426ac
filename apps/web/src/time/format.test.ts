import { expect, test } from 'vitest'
import { lengthText, periodText, timeText } from './format.ts'

const instant = '2026-11-14T09:05:03.412Z'

test('formats times in an unambiguous, sortable form', () => {
  expect(timeText(instant, 'instant', 'utc')).toBe('2026-11-14 09:05:03.412')
  expect(timeText(instant, 'second', 'utc')).toBe('2026-11-14 09:05:03')
  expect(timeText(instant, 'row', 'utc')).toBe('11-14 09:05:03')
  expect(timeText(Date.parse(instant), 'time', 'utc')).toBe('09:05:03')
})

test('shows a text that is not a time unchanged', () => {
  expect(timeText('yesterday', 'second', 'utc')).toBe('yesterday')
})

test('formats a period with each day once, and a single time with its seconds', () => {
  expect(periodText(instant, '2026-11-14T17:15:00.000Z', 'utc')).toBe('11-14 09:05 – 17:15')
  expect(periodText(instant, '2026-11-15T17:15:00.000Z', 'utc')).toBe('11-14 09:05 – 11-15 17:15')
  expect(periodText(instant, '2026-11-14T09:05:03.900Z', 'utc')).toBe('11-14 09:05:03')
})

test('formats a duration in its largest unit', () => {
  expect([500, 59_000, 180_000, 7_200_000, 172_800_000].map(lengthText)).toEqual([
    '500 ms',
    '59 s',
    '3 min',
    '2 h',
    '2 d',
  ])
})
