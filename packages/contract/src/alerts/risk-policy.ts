import { firstPolicy, RiskPolicy } from '@watchpost/risk'
import { type Static, Type } from 'typebox'
import { commonFailures, failures } from '../problems/problem.ts'

const etag = { etag: Type.String({ description: 'The version, for `If-Match`.', examples: ['"3"'] }) }

/** A version of the risk policy as the API returns it. */
export const RiskPolicyVersion = Type.Object({
  version: Type.Integer({ description: 'Counts from 1. Alerts name the version that scored them.', examples: [3] }),
  created_at: Type.String({ description: 'Since when it holds: ISO 8601 in UTC.' }),
  created_by: Type.String({ description: 'Who made it.' }),
  policy: RiskPolicy,
})
export type RiskPolicyVersion = Static<typeof RiskPolicyVersion>

const example = {
  version: 1,
  created_at: '2026-11-14T09:12:33.412Z',
  created_by: 'watchpost',
  policy: firstPolicy.policy,
}
const one = { ...RiskPolicyVersion, examples: [example] }

export const readRiskPolicy = {
  operationId: 'readRiskPolicy',
  tags: ['Alerts'],
  summary: 'The risk policy',
  description: 'What each fact of an alert counts, own networks among it: the version by which new alerts are scored.',
  response: { 200: { ...one, description: 'The newest version.', headers: etag }, ...failures(...commonFailures) },
}

export const listRiskPolicies = {
  operationId: 'listRiskPolicies',
  tags: ['Alerts'],
  summary: 'Every version of the risk policy',
  description: 'Newest first. None is ever changed or removed, so that every stored score stays explained.',
  response: {
    200: { ...Type.Array(RiskPolicyVersion), description: 'All versions.', examples: [[example]] },
    ...failures(...commonFailures),
  },
}

export const describeRiskPolicy = {
  operationId: 'describeRiskPolicy',
  tags: ['Alerts'],
  summary: 'What a risk policy consists of',
  description: 'The JSON Schema of a policy: every part with its bounds and what it means, for a form or a check.',
  response: {
    200: Type.Unknown({ description: 'A JSON Schema.', examples: [RiskPolicy] }),
    ...failures(...commonFailures),
  },
}

export const replaceRiskPolicy = {
  operationId: 'replaceRiskPolicy',
  tags: ['Alerts'],
  summary: 'Make a new version of the risk policy',
  description:
    'Takes a whole policy. It applies to events that are accepted from then on (within 2 seconds); what is stored keeps its score and the version that gave it. With the header `If-Match` and the `ETag` that a reading gave, nothing is changed if someone else made a version since. Each change is audited.',
  headers: Type.Object({
    'if-match': Type.Optional(
      Type.String({ description: 'The `ETag` of the policy that was read, for example `"3"`.', maxLength: 64 }),
    ),
  }),
  body: { ...RiskPolicy, examples: [firstPolicy.policy] },
  response: {
    200: { ...one, description: 'The new version.', headers: etag },
    ...failures(
      'invalid-request',
      'changed-meanwhile',
      'payload-too-large',
      'unsupported-media-type',
      ...commonFailures,
    ),
  },
}
