import { expect, test } from 'vitest'
import { pathOf, plot, withSample } from './lag-line.ts'

test('drops samples older than the plot', () => {
  const old = { at: 1_000, behind: 5 }
  const recent = { at: plot.spanMs, behind: 3 }
  expect(withSample([old, recent], { at: plot.spanMs + 1_001, behind: 0 }).map(({ behind }) => behind)).toEqual([3, 0])
})

test('puts now at the right, the maximum at the top and zero at the bottom', () => {
  const half = plot.spanMs / 2
  expect(
    pathOf([
      { at: 0, behind: 0 },
      { at: half, behind: 10 },
      { at: plot.spanMs, behind: 5 },
    ]),
  ).toBe('M0,60 L0,60 L300,4 L600,32 L600,60 Z')
})

test('draws no line without samples', () => {
  expect(pathOf([])).toBe('')
})
