import { firstPolicy, RiskPolicy } from '@watchpost/risk'
import { type Static, Type } from 'typebox'
import { alertExample, alertDetailExample } from './alert-examples.ts'
import { detectorTypes } from '../names/alert-names.ts'
import { RiskContribution } from './alerts.ts'
import { commonFailures, failures } from '../problems/problem.ts'

/** Limits of a trial: the examples are for people to read, and must be cheap. */
export const trialLimits = { alerts: 12, clusters: 2, days: 7, clusterAlerts: 20, keptSeconds: 60 } as const

const Score = (description: string) =>
  Type.Object(
    { risk: Type.Integer({ minimum: 0, maximum: 100 }), contributions: Type.Array(RiskContribution) },
    { description },
  )

/** One example, scored by both policies. */
export const TrialExample = Type.Object({
  kind: Type.Enum(['alert', 'cluster']),
  is_built_in: Type.Boolean({ description: 'True: nothing of its kind is stored here, so that one was made up.' }),
  name: Type.String({ description: 'Name of the alert, or address of the cluster.', examples: [alertExample.name] }),
  description: Type.String({ description: 'One sentence about it.' }),
  type: Type.Union([Type.Enum([...detectorTypes]), Type.Null()], { description: 'The detector; null for a cluster.' }),
  severity: Type.Union([Type.Integer(), Type.Null()], { description: "The detector's own: 1 is worst, 3 is mild." }),
  date: Type.Union([Type.String(), Type.Null()], {
    description: 'When it happened, or the cluster began, with milliseconds; null if it is built in.',
  }),
  self: Type.Union([Type.String(), Type.Null()], { description: 'Its address; null if it is built in.' }),
  in_force: Score('By the newest version of the policy.'),
  wanted: Score('By the policy that is tried.'),
})
export type TrialExample = Static<typeof TrialExample>

export const RiskPolicyTrial = Type.Object({
  version: Type.Integer({ description: 'The version in force, which the tried one is compared with.', examples: [3] }),
  examples: Type.Array(TrialExample),
})
export type RiskPolicyTrial = Static<typeof RiskPolicyTrial>

const { risk, contributions } = alertDetailExample
const example: RiskPolicyTrial = {
  version: 1,
  examples: [
    {
      kind: 'alert',
      is_built_in: false,
      name: alertExample.name,
      description: alertExample.description,
      type: 'network_engine',
      severity: alertExample.severity,
      date: alertExample.id,
      self: alertExample.self,
      in_force: { risk, contributions },
      wanted: { risk, contributions },
    },
  ],
}

const body = Type.Object(
  {
    policy: RiskPolicy,
    alerts: Type.Optional(
      Type.Array(Type.String({ maxLength: 80, examples: [alertExample.uuid] }), {
        minItems: 1,
        maxItems: trialLimits.alerts,
        description: 'The alerts to score, by `uuid`, and nothing else; left out, the appliance chooses.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const tryRiskPolicy = {
  operationId: 'tryRiskPolicy',
  tags: ['Alerts'],
  summary: 'Score examples by a policy that is not in force',
  description: `Takes a whole policy, checked as when it is made a new version, scores examples by it and by the version in force, and changes nothing. Examples are up to ${trialLimits.alerts} alerts of the last ${trialLimits.days} days that differ in detector, severity and how their risk came about, and the ${trialLimits.clusters} clusters of an hour with the highest score, of an address each, of which the ${trialLimits.clusterAlerts} worst alerts are scored again. What the appliance has none of is built in, and says so. Stored alerts and clusters are looked for at most once in ${trialLimits.keptSeconds} seconds, for all callers together.`,
  body: { ...body, examples: [{ policy: firstPolicy.policy }] },
  response: {
    200: { ...RiskPolicyTrial, description: 'The examples, each with both scores.', examples: [example] },
    ...failures(
      'invalid-request',
      'alert-not-found',
      'payload-too-large',
      'unsupported-media-type',
      'engine-unavailable',
      'engine-timeout',
      'query-too-expensive',
      ...commonFailures,
    ),
  },
}
