import type { Attempt } from './send/gateway-client.ts'
import type { Batch } from './send/batch.ts'
import type { Turn } from './send/send-stream.ts'

/** Live counters of a run. */
export interface Figures {
  target: number
  /** Events that were sent at least once. */
  sent: number
  acknowledged: number
  /** Events that were sent again after their acknowledgement, on purpose. */
  repeated: number
  /** Batches that had to be sent again. */
  retries: number
  /** Times the gateway asked to wait. */
  holds: number
  /** Probes that are waiting now: because they were asked to, or because the gateway does not answer. */
  held: number
  waiting: number
  bytes: number
  /** The most recent reason why a probe waits. */
  lastTrouble?: string
}

export function createFigures(target: number): Figures {
  return { target, sent: 0, acknowledged: 0, repeated: 0, retries: 0, holds: 0, held: 0, waiting: 0, bytes: 0 }
}

/** Counts one attempt to send a batch. */
export function countAttempt(figures: Figures, { count, body }: Batch, { kind }: Attempt, turn: Turn): void {
  figures.bytes += body.length
  if (turn === 'first') figures.sent += count
  else if (turn === 'retry') figures.retries++
  else figures.repeated += count
  if (kind === 'held') figures.holds++
}
