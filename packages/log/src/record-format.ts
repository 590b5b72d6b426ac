/**
 * All events of a probe go to one partition. Every writer, also on a retry, computes the partition with this function.
 */
export function partitionOf(probeId: number, partitions: number): number {
  return probeId % partitions
}

/** The header name of a retried dead letter. */
export const RETRY_HEADER = 'retry'

export interface Retried {
  /** When the gateway accepted it: the record itself is younger. */
  receivedAt: number
  retries: number
}

export function retryHeader({ receivedAt, retries }: Retried): string {
  return `${receivedAt}/${retries}`
}

/** Parses the header; undefined for a record that came directly from a probe. */
export function readRetryHeader(header: string | undefined): Retried | undefined {
  if (!header) return undefined
  const [receivedAt = Number.NaN, retries = Number.NaN] = header.split('/').map(Number)
  return Number.isInteger(receivedAt) && Number.isInteger(retries) ? { receivedAt, retries } : undefined
}
