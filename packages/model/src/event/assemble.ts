import { envelopeText } from './envelope-text.ts'
import type { Envelope } from './normalise.ts'

/** Not on every event, and only ever from us: no record may bring its own, whatever it is. */
const ONLY_OURS = ['alert_view', 'timestamp_claimed', 'clock_fault'] as const satisfies readonly (keyof Envelope)[]

/**
 * Joins envelope and record into one line of JSON. The record's own text is kept to the byte (numbers beyond 2^53
 * included, and nothing is spent on writing it out again), unless it claims a name of the envelope: then ours wins.
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
