import type { RiskPolicyVersion } from '@watchpost/contract'
import { linesOf } from '../kit/controls/lines.ts'

export type Policy = RiskPolicyVersion['policy']

/** Parts of a policy that assign points to names. */
export const pointParts = ['detector', 'severity', 'confidence', 'signature_severity', 'direction'] as const
export type PointPart = (typeof pointParts)[number]

/** Parts of a policy that consist of steps, by their path. */
export const clusterSteps = ['repetition', 'spread', 'signatures', 'detectors'] as const
export type StepPart = 'verdict' | `cluster/${(typeof clusterSteps)[number]}`

/** The texts of the fields, valid or not. */
type Written<Points> = { readonly [Name in keyof Points]: string }

/** Rows can be added and removed: the number only identifies a row on the page. */
export interface StepRow {
  row: number
  at_least: string
  points: string
}

export interface CategoryRow {
  row: number
  name: string
  points: string
}

/** A policy while it is edited. */
export interface Draft {
  /** One per line. */
  networks: string
  points: { readonly [Part in PointPart]: Written<Policy[Part]> }
  steps: Readonly<Record<StepPart, readonly StepRow[]>>
  categories: readonly CategoryRow[]
  worstPercent: string
}

/** The fields for a policy; entries with the most points come first. */
export function draftOf(policy: Policy): Draft {
  const { repetition, spread, signatures, detectors, worst_percent } = policy.cluster
  return {
    networks: policy.own_networks.join('\n'),
    points: {
      detector: written(policy.detector),
      severity: written(policy.severity),
      confidence: written(policy.confidence),
      signature_severity: written(policy.signature_severity),
      direction: written(policy.direction),
    },
    steps: {
      verdict: rowsOf(policy.verdict),
      'cluster/repetition': rowsOf(repetition),
      'cluster/spread': rowsOf(spread),
      'cluster/signatures': rowsOf(signatures),
      'cluster/detectors': rowsOf(detectors),
    },
    categories: Object.entries(policy.category)
      .sort(([a, more], [b, less]) => less - more || a.localeCompare(b))
      .map(([name, points], row) => ({ row, name, points: String(points) })),
    worstPercent: String(worst_percent),
  }
}

/** The policy in the fields. A text that is not a number becomes null, so that the API reports its field. */
export function policyOf(draft: Draft): Policy {
  const { points, steps } = draft
  return {
    own_networks: linesOf(draft.networks),
    detector: read(points.detector),
    severity: read(points.severity),
    verdict: stepsOf(steps.verdict),
    // A row without a name is incomplete and left out.
    category: Object.fromEntries(
      draft.categories.flatMap(({ name, points: each }) => (name.trim() ? [[name.trim(), numberOf(each)]] : [])),
    ),
    confidence: read(points.confidence),
    signature_severity: read(points.signature_severity),
    direction: read(points.direction),
    cluster: {
      worst_percent: numberOf(draft.worstPercent),
      repetition: stepsOf(steps['cluster/repetition']),
      spread: stepsOf(steps['cluster/spread']),
      signatures: stepsOf(steps['cluster/signatures']),
      detectors: stepsOf(steps['cluster/detectors']),
    },
  }
}

/** Whether the fields differ from this policy. */
export function isChanged(draft: Draft, policy: Policy): boolean {
  return JSON.stringify(policyOf(draft)) !== JSON.stringify(policyOf(draftOf(policy)))
}

/** Names that occur in more than one row: only one of them could take effect. */
export function namedTwice(categories: readonly CategoryRow[]): ReadonlySet<string> {
  const names = categories.flatMap(({ name }) => name.trim() || [])
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

/** A row number that is not in use. */
export function nextRow(rows: readonly { row: number }[]): number {
  return Math.max(-1, ...rows.map(({ row }) => row)) + 1
}

function written<Points extends Record<string, number>>(points: Points): Written<Points> {
  return Object.fromEntries(Object.entries(points).map(([name, each]) => [name, String(each)])) as Written<Points>
}

function read<Points extends Record<string, number>>(fields: Written<Points>): Points {
  const entries = Object.entries<string>(fields)
  return Object.fromEntries(entries.map(([name, each]) => [name, numberOf(each)])) as Points
}

function rowsOf(steps: readonly { at_least: number; points: number }[]): StepRow[] {
  return steps.map(({ at_least, points }, row) => ({ row, at_least: String(at_least), points: String(points) }))
}

function stepsOf(rows: readonly StepRow[]): { at_least: number; points: number }[] {
  return rows.map(({ at_least, points }) => ({ at_least: numberOf(at_least), points: numberOf(points) }))
}

/** JSON has no NaN: it becomes `null`, which the API rejects. */
function numberOf(field: string): number {
  return field.trim() === '' ? Number.NaN : Number(field)
}
