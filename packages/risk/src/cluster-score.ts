import { type Contribution, type Score, sumUp } from './contribution.ts'
import type { RiskPolicy } from './risk-policy.ts'

/** The facts of a cluster that affect its score: all of them follow from its alerts. */
export interface ClusterFacts {
  /** The risk of its worst alert. */
  worst: number
  alerts: number
  /** Number of other IP addresses in its alerts. */
  peers: number
  /** Number of distinct names of its alerts. */
  signatures: number
  detectors: number
}

type ClusterPolicy = RiskPolicy['cluster']

/** A cluster starts with the risk of its worst alert; repetition, spread and variety are added. */
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
