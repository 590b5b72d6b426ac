import type { LogRecord } from '../record/log-record.ts'
import { toInstant } from './timestamp.ts'
import { type ClockFault, clockFaultOf } from '../record/time-bounds.ts'

/** The time of an event that was replaced by its arrival, because the claimed one is out of bounds. */
export interface TimeCorrection {
  fault: ClockFault
  /** As the probe sent it. */
  claimed: string
}

export interface EventTime {
  /** ISO 8601 in UTC, with milliseconds. */
  at: string
  correction?: TimeCorrection
}

/**
 * When an event happened; undefined if it has no time. If the time is out of the bounds of the record, the arrival is
 * used. A record without bounds was accepted before there were any, and keeps its claimed time.
 */
export function eventTimeOf(
  event: Record<string, unknown>,
  { receivedAt, timeBounds }: Pick<LogRecord, 'receivedAt' | 'timeBounds'>,
): EventTime | undefined {
  const claim = claimIn(event.timestamp_detected) ?? claimIn(event.timestamp)
  if (!claim) return undefined
  const fault = timeBounds && clockFaultOf(Date.parse(claim.at), receivedAt, timeBounds)
  if (!fault) return { at: claim.at }
  return { at: new Date(receivedAt).toISOString(), correction: { fault, claimed: claim.text } }
}

function claimIn(value: unknown): { at: string; text: string } | undefined {
  const at = toInstant(value)
  return at === undefined ? undefined : { at, text: value as string }
}
