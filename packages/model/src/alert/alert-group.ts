import { hash } from 'node:crypto'
import type { DetectorType } from '../value/family.ts'
import { integerOf, objectOf } from '../value/read-value.ts'

/** What the alerts of one group have in common. */
export interface GroupKey {
  type: DetectorType
  name: string
  srcIp: string | undefined
  destIp: string | undefined
}

/** 132 bits in base64url: enough to rule out accidental and deliberate collisions. */
const LENGTH = 22

/**
 * The group of an alert: alerts with the same signature, source and destination have the same. A digest, so that it is
 * short whatever an event contains, and can be used in a URL. A rule is identified by its number, which stays when its
 * text changes; a finding without a number is identified by its text.
 */
export function alertGroupOf(event: Record<string, unknown>, { type, name, srcIp, destIp }: GroupKey): string {
  const { gid, signature_id } = objectOf(event.alert)
  const id = type === 'network_engine' ? integerOf(signature_id) : undefined
  const signature = id === undefined ? [name] : [integerOf(gid) ?? 1, id]
  // JSON separates the parts: no two keys have the same text.
  return hash('sha256', JSON.stringify([type, signature, srcIp ?? null, destIp ?? null]), 'base64url').slice(0, LENGTH)
}
