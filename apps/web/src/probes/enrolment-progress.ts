import type { Probe } from '@watchpost/contract'

/** What was known of a probe before its code was made, so that what follows can be told from it. */
export interface Before {
  fingerprint: string | undefined
  seenAt: string | null
  received: number
}

export interface Progress {
  isPaired: boolean
  isConnected: boolean
  /** Events that arrived since. */
  events: number
}

export function beforeOf(probe: Probe): Before {
  return {
    fingerprint: probe.certificate?.fingerprint_sha256,
    seenAt: probe.last_seen_at,
    received: probe.ledger?.received ?? 0,
  }
}

/** How far an enrolment has come: a certificate that is new, a sign of life since, and events. */
export function progressOf(probe: Probe, before: Before): Progress {
  const isPaired = probe.is_paired && probe.certificate?.fingerprint_sha256 !== before.fingerprint
  const events = isPaired ? Math.max(0, (probe.ledger?.received ?? 0) - before.received) : 0
  const isHeard = probe.last_seen_at !== null && probe.last_seen_at !== before.seenAt
  return { isPaired, isConnected: isPaired && (isHeard || events > 0), events }
}
