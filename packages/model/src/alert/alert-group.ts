import { hash } from 'node:crypto'
import type { DetectorType } from '../value/family.ts'
import { integerOf, objectOf } from '../value/read-value.ts'

/** What alerts of one group share. */
export interface GroupKey {
  type: DetectorType
  name: string
  srcIp: string | undefined
  destIp: string | undefined
}

/** 132 bits in base64url: far more than two of any number of groups could share by chance or by effort. */
const LENGTH = 22

/**
 * The group of an alert: those of one signature, source and destination have the same. A digest, so that it is short
 * whatever an event claims, and can stand in a URL. A rule is named by its number, which stays when its text is
 * changed; a finding that has none is named by its text.
 */
export function alertGroupOf(event: Record<string, unknown>, { type, name, srcIp, destIp }: GroupKey): string {
  const { gid, signature_id } = objectOf(event.alert)
  const id = type === 'network_engine' ? integerOf(signature_id) : undefined
  const signature = id === undefined ? [name] : [integerOf(gid) ?? 1, id]
  // JSON keeps the parts apart: no two keys have the same text.
  return hash('sha256', JSON.stringify([type, signature, srcIp ?? null, destIp ?? null]), 'base64url').slice(0, LENGTH)
}
