/**
 * How far the time of an event may differ from its arrival. Part of the record, so that every service uses the same
 * bounds.
 */
export interface TimeBounds {
  /** Minutes after arrival. */
  aheadMinutes: number
  /** Days before arrival. */
  oldestDays: number
}

/** How a sensor's clock was wrong: too far ahead of the arrival, or too far behind it. */
export type ClockFault = 'ahead' | 'old'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Compares a time with the arrival, all in milliseconds since the epoch. A time exactly at a bound is accepted. */
export function clockFaultOf(at: number, receivedAt: number, bounds: TimeBounds): ClockFault | undefined {
  if (at > receivedAt + bounds.aheadMinutes * MINUTE_MS) return 'ahead'
  if (at < receivedAt - bounds.oldestDays * DAY_MS) return 'old'
  return undefined
}
