import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScorer } from './alert-score.ts'
import { firstPolicy } from './first-policy.ts'
import { anyPolicy } from './fixtures/arbitrary.ts'

const scorer = createScorer(firstPolicy)

test('a cluster starts with its worst alert and adds repetition, spread and variety', () => {
  expect(scorer.scoreCluster({ worst: 75, alerts: 30, peers: 6, signatures: 3, detectors: 2 })).toEqual({
    risk: 68,
    contributions: [
      { name: 'worst', points: 45, reason: "60% of the worst alert's 75" },
      { name: 'repetition', points: 10, reason: '30 alerts' },
      { name: 'spread', points: 4, reason: '6 other addresses' },
      { name: 'signatures', points: 3, reason: '3 different names' },
      { name: 'detectors', points: 6, reason: '2 detectors' },
    ],
  })
  expect(scorer.scoreCluster({ worst: 10, alerts: 1, peers: 1, signatures: 1, detectors: 1 }).risk).toBe(6)
})

test('returns an integer from 0 to 100, the sum of its contributions, for any cluster and policy', () => {
  const count = fc.integer({ min: 0, max: 100_000 })
  const anyFacts = fc.record({
    worst: fc.integer({ min: 0, max: 100 }),
    alerts: count,
    peers: count,
    signatures: count,
    detectors: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(anyPolicy, anyFacts, (policy, facts) => {
      const { risk, contributions } = createScorer({ version: 2, policy }).scoreCluster(facts)
      expect(Number.isInteger(risk) && risk >= 0 && risk <= 100).toBe(true)
      expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBe(risk)
    }),
  )
})
