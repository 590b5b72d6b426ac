import type { Envelope } from './normalise.ts'

/**
 * Joins envelope and record into one line of JSON. The record's own text is kept to the byte (numbers beyond 2^53
 * included, and nothing is spent on writing it out again), unless it claims a name of the envelope: then ours wins.
 */
export function assemble(text: string, event: Record<string, unknown>, envelope: Envelope): string {
  if (claimsOurNames(event, envelope)) {
    const { alert_view: _, ...own } = event
    return JSON.stringify({ ...own, ...envelope })
  }
  const head = JSON.stringify(envelope)
  const body = text.slice(text.indexOf('{') + 1).trimEnd()
  const separator = Object.keys(event).length === 0 ? '' : ','
  return head.slice(0, -1) + separator + body
}

/** Only alerts have `alert_view`, and only from us: no record may bring its own, whatever it is. */
function claimsOurNames(event: Record<string, unknown>, envelope: Envelope): boolean {
  return Object.hasOwn(event, 'alert_view') || Object.keys(envelope).some((name) => Object.hasOwn(event, name))
}
