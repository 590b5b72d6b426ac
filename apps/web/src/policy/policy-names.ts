import { detectorName } from '../kit/feedback/badge.tsx'
import { type PlainKey, text } from '../texts/text.ts'
import type { PointPart, StepPart } from './draft.ts'

/** The display name of a part of the policy. */
export function partName(part: PointPart | StepPart): string {
  return text(`policy.${part}`)
}

const names: Readonly<Record<string, PlainKey>> = {
  '1': 'policy.severity1',
  '2': 'policy.severity2',
  '3': 'policy.severity3',
  other: 'policy.severityOther',
  high: 'policy.high',
  medium: 'policy.medium',
  low: 'policy.low',
  critical: 'policy.critical',
  major: 'policy.major',
  minor: 'policy.minor',
  informational: 'policy.informational',
  outbound: 'policy.outbound',
  inbound: 'policy.inbound',
  internal: 'policy.internal',
  external: 'policy.external',
}

/** The display name of an entry. Names without a text are shown as the API spells them. */
export function pointName(name: string): string {
  const key = names[name]
  return key ? text(key) : detectorName(name)
}
