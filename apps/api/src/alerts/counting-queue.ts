import type { AlertFilter } from '@watchpost/engine'
import type { QueueName } from '../queues/search-queues.ts'
import { boundsOf } from './marks/mark-selection.ts'

/** A day, and what a page adds when it rounds its range. */
const CHEAP_SPAN_MS = 25 * 3_600_000

/**
 * The queue of a request that reads every matching alert: counts, summaries, groups. Its cost grows with the time range;
 * a page of a listing reads no more than its rows.
 */
export function countingQueue(filter: AlertFilter, now: number = Date.now()): QueueName {
  const { fromMs = 0, toMs = now } = boundsOf(filter)
  return Math.min(toMs, now) - fromMs <= CHEAP_SPAN_MS ? 'cheap' : 'costly'
}
