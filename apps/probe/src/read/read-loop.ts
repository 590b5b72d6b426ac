import type { Clock } from '../disk/clock.ts'
import type { Follower } from '../follow/follower.ts'
import type { Draft } from '../spool/batch.ts'
import { type BatchLimits, createGatherer } from './gather.ts'

export interface ReadPorts {
  follower: Pick<Follower, 'next' | 'place'>
  spool: { append(draft: Draft): Promise<void>; isFull(): boolean; changed(stop: AbortSignal): Promise<void> }
  /** Sleeps while the CPU share is exceeded. */
  rest(stop: AbortSignal): Promise<void>
  clock: Clock
}

/**
 * Reads lines into the spool, batch by batch. While the spool is full it does not read: the EVE file is the buffer, and
 * nothing is dropped.
 */
export async function runReadLoop(
  { follower, spool, rest, clock }: ReadPorts,
  limits: BatchLimits,
  stop: AbortSignal,
): Promise<void> {
  const gather = createGatherer(follower, limits, clock)
  while (!stop.aborted) {
    while (spool.isFull() && !stop.aborted) await spool.changed(stop)
    const draft = await gather(stop)
    if (draft) await spool.append(draft)
    await rest(stop)
  }
}
