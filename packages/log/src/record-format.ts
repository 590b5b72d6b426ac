/** All events of a probe go to one partition. Every writer of an event, first or again, finds it by this. */
export function partitionOf(probeId: number, partitions: number): number {
  return probeId % partitions
}

/** The name of the header of what was put back from the dead letters. */
export const RETRY_HEADER = 'retry'

export interface Retried {
  /** When the gateway accepted it: the record itself is younger. */
  receivedAt: number
  retries: number
}

export function retryHeader({ receivedAt, retries }: Retried): string {
  return `${receivedAt}/${retries}`
}

/** What the header says; nothing of a record that came straight from a probe. */
export function readRetryHeader(header: string | undefined): Retried | undefined {
  if (!header) return undefined
  const [receivedAt = Number.NaN, retries = Number.NaN] = header.split('/').map(Number)
  return Number.isInteger(receivedAt) && Number.isInteger(retries) ? { receivedAt, retries } : undefined
}
