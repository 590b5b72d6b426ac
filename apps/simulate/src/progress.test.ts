import { expect, test } from 'vitest'
import { createFigures } from './figures.ts'
import { duration, progressLine } from './progress.ts'

test('the progress line shows the state of the run', () => {
  const figures = { ...createFigures(200_000), sent: 120_500, acknowledged: 118_000, held: 2, waiting: 3, retries: 4 }
  expect(progressLine(figures, 9_842.3, 12_400)).toBe(
    ' 59%  118,000 of 200,000 acknowledged  120,500 sent  9,842/s  0:12, 0:08 left  2 probes held  1 probe waiting  4 retries',
  )
})

test('shows no remaining time without a rate', () => {
  expect(progressLine(createFigures(10), 0, 0)).toContain('– left')
})

test('formats durations like a clock', () => {
  expect([900, 61_000, 3_723_000].map(duration)).toEqual(['0:01', '1:01', '1:02:03'])
})
