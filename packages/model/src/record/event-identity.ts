/** The identity of an event, the same for every resend: its probe, its stream and its position in the stream. */
export interface EventIdentity {
  probeId: number
  /** 128 random bits, created together with the sender's spool, as 32 hexadecimal digits. */
  stream: string
  /** Starts at 0, without gaps. */
  sequence: number
}

const STREAM = /^[0-9a-f]{32}$/

export function isStream(text: string): boolean {
  return STREAM.test(text)
}

/**
 * `_id` and `uuid` of the stored document. Structured rather than hashed: neighbours share a prefix, so the engine's
 * dictionary of ids compresses and a lookup of the next id stays in the same block.
 */
export function documentId({ probeId, stream, sequence }: EventIdentity): string {
  return `${probeId}-${stream}-${String(sequence).padStart(12, '0')}`
}
