import { expect, test } from 'vitest'
import { changesOf } from './score-change.ts'

const score = (points: Record<string, number>) => ({
  risk: 50,
  contributions: Object.entries(points).map(([name, each]) => ({ name, points: each, reason: 'x' })),
})

test('lists contributions that changed, appeared or disappeared', () => {
  const in_force = score({ detector: 10, severity: 30, direction: 10 })
  const wanted = score({ detector: 10, severity: 50, limit: -5 })
  expect(changesOf({ in_force, wanted })).toEqual([
    { name: 'severity', before: 30, after: 50 },
    { name: 'limit', before: 0, after: -5 },
    { name: 'direction', before: 10, after: 0 },
  ])
  expect(changesOf({ in_force, wanted: in_force })).toEqual([])
})
