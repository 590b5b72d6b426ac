import { envelopeText } from './envelope-text.ts'
import type { Envelope } from './normalise.ts'

/** Optional fields that only the appliance sets: a record's own values are always removed. */
const ONLY_OURS = ['alert_view', 'timestamp_claimed', 'clock_fault'] as const satisfies readonly (keyof Envelope)[]

/**
 * Joins envelope and record into one line of JSON. The record's own text is kept byte for byte (including numbers
 * beyond 2^53, and without the cost of serialising it again), unless it uses a name of the envelope: then ours wins.
 */
export function assemble(text: string, event: Record<string, unknown>, envelope: Envelope): string {
  if (claimsOurNames(event, envelope)) {
    const own = { ...event }
    for (const name of ONLY_OURS) delete own[name]
    return JSON.stringify({ ...own, ...envelope })
  }
  const body = text.slice(text.indexOf('{') + 1).trimEnd()
  // Never empty: every event has its kind and its time.
  return `${envelopeText(envelope).slice(0, -1)},${body}`
}

/** Parsed JSON has no undefined values, and objects inherit none of these names. */
function claimsOurNames(event: Record<string, unknown>, envelope: Envelope): boolean {
  for (const name of ONLY_OURS) if (event[name] !== undefined) return true
  for (const name in envelope) if (event[name] !== undefined) return true
  return false
}
