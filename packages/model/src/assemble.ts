import type { Envelope } from './normalise.ts'

/**
 * Joins envelope and record into one line of JSON. The record's own text is kept to the byte (numbers beyond 2^53
 * included, and nothing is spent on writing it out again), unless it claims a name of the envelope: then ours wins.
 */
export function assemble(text: string, event: Record<string, unknown>, envelope: Envelope): string {
  const claimsOurNames = Object.keys(envelope).some((name) => Object.hasOwn(event, name))
  if (claimsOurNames) return JSON.stringify({ ...event, ...envelope })

  const head = JSON.stringify(envelope)
  const body = text.slice(text.indexOf('{') + 1)
  const separator = Object.keys(event).length === 0 ? '' : ','
  return `${head.slice(0, -1)}${separator}${body}`.trimEnd()
}
