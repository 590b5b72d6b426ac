import { detectorName } from '../kit/feedback/badge.tsx'
import { type PlainKey, text } from '../texts/text.ts'
import type { PointPart, StepPart } from './draft.ts'

/** A part of the policy in words. */
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

/** What counts so many points, in words; one that is newer than these words is called as the API calls it. */
export function pointName(name: string): string {
  const key = names[name]
  return key ? text(key) : detectorName(name)
}
