import { type Contribution, type Score, sumUp } from './contribution.ts'
import type { RiskPolicy } from './risk-policy.ts'

/** What of a cluster counts: all of it can be told from its alerts alone. */
export interface ClusterFacts {
  /** Risk of its worst alert. */
  worst: number
  alerts: number
  /** Other addresses that its alerts are about. */
  peers: number
  /** Different names of its alerts. */
  signatures: number
  detectors: number
}

type ClusterPolicy = RiskPolicy['cluster']

/** A cluster begins with its worst alert; that it repeats, spreads and varies counts on top. */
export function clusterScore(facts: ClusterFacts, policy: ClusterPolicy): Score {
  const { worst, alerts, peers, signatures, detectors } = facts
  return sumUp([
    {
      name: 'worst',
      points: Math.round((worst * policy.worst_percent) / 100),
      reason: `${policy.worst_percent}% of the worst alert's ${worst}`,
    },
    ...step('repetition', alerts, policy.repetition, 'alerts'),
    ...step('spread', peers, policy.spread, 'other addresses'),
    ...step('signatures', signatures, policy.signatures, 'different names'),
    ...step('detectors', detectors, policy.detectors, 'detectors'),
  ])
}

function step(name: string, value: number, steps: ClusterPolicy['spread'], unit: string): Contribution[] {
  const reached = steps.find(({ at_least }) => value >= at_least)
  return reached ? [{ name, points: reached.points, reason: `${value} ${unit}` }] : []
}
