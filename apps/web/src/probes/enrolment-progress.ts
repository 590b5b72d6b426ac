import type { Probe } from '@watchpost/contract'

/** The state of a probe before its pairing code was created, to detect changes since then. */
export interface Before {
  fingerprint: string | undefined
  seenAt: string | null
  received: number
}

export interface Progress {
  isPaired: boolean
  isConnected: boolean
  /** The number of events since then. */
  events: number
}

export function beforeOf(probe: Probe): Before {
  return {
    fingerprint: probe.certificate?.fingerprint_sha256,
    seenAt: probe.last_seen_at,
    received: probe.ledger?.received ?? 0,
  }
}

/** The progress of an enrolment: a new certificate, a sign of life since then, and events. */
export function progressOf(probe: Probe, before: Before): Progress {
  const isPaired = probe.is_paired && probe.certificate?.fingerprint_sha256 !== before.fingerprint
  const events = isPaired ? Math.max(0, (probe.ledger?.received ?? 0) - before.received) : 0
  const isHeard = probe.last_seen_at !== null && probe.last_seen_at !== before.seenAt
  return { isPaired, isConnected: isPaired && (isHeard || events > 0), events }
}
