import { type ClusterFacts, clusterScore } from './cluster-score.ts'
import { type Contribution, type Score, sumUp } from './contribution.ts'
import { createNetworkTest, type NetworkTest } from './own-networks.ts'
import type { RiskPolicy, VersionedPolicy } from './risk-policy.ts'

export type Detector = keyof RiskPolicy['detector']

/** The facts of an alert that affect its score. Everything but the detector may be missing. */
export interface AlertFacts {
  detector: Detector
  severity: number | undefined
  /** The strength of the engine's verdict, from 0 to 1, and its source. */
  verdict: { strength: number; reason: string } | undefined
  category: string | undefined
  confidence: string | undefined
  signatureSeverity: string | undefined
  srcIp: string | undefined
  destIp: string | undefined
}

/** Scores alerts and clusters by one version of the policy. */
export interface Scorer {
  version: number
  score(facts: AlertFacts): Score
  scoreCluster(facts: ClusterFacts): Score
}

const MAX_QUOTED = 128

/** Compiles a policy. The score is a pure function of facts and policy, the same in every service. */
export function createScorer({ version, policy }: VersionedPolicy): Scorer {
  const isOwn = createNetworkTest(policy.own_networks)
  const categories = new Map(Object.entries(policy.category))

  return {
    version,
    score: (facts) =>
      sumUp([
        { name: 'detector', points: policy.detector[facts.detector], reason: facts.detector },
        severityPart(facts.severity, policy.severity),
        ...verdictPart(facts.verdict, policy.verdict),
        ...categoryPart(facts.category, categories),
        ...namedPart('confidence', facts.confidence, policy.confidence),
        ...namedPart('signature_severity', facts.signatureSeverity, policy.signature_severity),
        ...directionPart(facts, policy.direction, isOwn),
      ]),
    scoreCluster: (facts) => clusterScore(facts, policy.cluster),
  }
}

function severityPart(severity: number | undefined, weights: RiskPolicy['severity']): Contribution {
  const known = severity === 1 || severity === 2 || severity === 3 ? severity : undefined
  const points = known === undefined ? weights.other : weights[known]
  return { name: 'severity', points, reason: severity === undefined ? 'no severity' : `severity ${severity}` }
}

function verdictPart(verdict: AlertFacts['verdict'], steps: RiskPolicy['verdict']): Contribution[] {
  if (!verdict) return []
  const reached = steps.find(({ at_least }) => verdict.strength >= at_least)
  return reached ? [{ name: 'verdict', points: reached.points, reason: verdict.reason }] : []
}

function categoryPart(category: string | undefined, weights: ReadonlyMap<string, number>): Contribution[] {
  const points = category === undefined ? undefined : weights.get(category)
  return points === undefined ? [] : [{ name: 'category', points, reason: quoted(category ?? '') }]
}

function namedPart(name: string, value: string | undefined, weights: Readonly<Record<string, number>>): Contribution[] {
  const key = value?.toLowerCase()
  if (key === undefined || !Object.hasOwn(weights, key)) return []
  return [{ name, points: weights[key] ?? 0, reason: `${name.replace('_', ' ')} ${key}` }]
}

function directionPart(
  { srcIp, destIp }: AlertFacts,
  weights: RiskPolicy['direction'],
  isOwn: NetworkTest,
): Contribution[] {
  if (srcIp === undefined || destIp === undefined) return []
  const [isFromOwn, isToOwn] = [isOwn(srcIp), isOwn(destIp)]
  const [direction, reason] = isFromOwn
    ? isToOwn
      ? (['internal', 'between own networks'] as const)
      : (['outbound', 'from an own network to elsewhere'] as const)
    : isToOwn
      ? (['inbound', 'from elsewhere to an own network'] as const)
      : (['external', 'between other networks'] as const)
  return [{ name: 'direction', points: weights[direction], reason }]
}

function quoted(text: string): string {
  return text.slice(0, MAX_QUOTED).toWellFormed()
}
