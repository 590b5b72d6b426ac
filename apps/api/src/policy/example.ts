import type { TrialExample } from '@watchpost/contract'
import type { AlertFacts, ClusterFacts, Score, Scorer } from '@watchpost/risk'

/** The displayed part of an example, independent of its score. */
type Shown = Omit<TrialExample, 'in_force' | 'wanted'>

/** Something to score: an alert by its facts, a cluster by its facts and those of its worst alerts. */
export type Example =
  | { shown: Shown & { kind: 'alert' }; facts: AlertFacts }
  | { shown: Shown & { kind: 'cluster' }; facts: Omit<ClusterFacts, 'worst'>; alerts: readonly AlertFacts[] }

/** Scores an example by both policies. */
export function scoredExample(example: Example, inForce: Scorer, wanted: Scorer): TrialExample {
  return { ...example.shown, in_force: scoreOf(example, inForce), wanted: scoreOf(example, wanted) }
}

function scoreOf(example: Example, scorer: Scorer): Score {
  if (!('alerts' in example)) return scorer.score(example.facts)
  // Each policy decides which of its alerts is the worst.
  const worst = Math.max(0, ...example.alerts.map((facts) => scorer.score(facts).risk))
  return scorer.scoreCluster({ ...example.facts, worst })
}
