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
  const head = JSON.stringify(envelope)
  const body = text.slice(text.indexOf('{') + 1).trimEnd()
  const separator = Object.keys(event).length === 0 ? '' : ','
  return head.slice(0, -1) + separator + body
}

function claimsOurNames(event: Record<string, unknown>, envelope: Envelope): boolean {
  const isClaimed = (name: string) => Object.hasOwn(event, name)
  return ONLY_OURS.some(isClaimed) || Object.keys(envelope).some(isClaimed)
}
