import type { SyslogState } from '@watchpost/contract'
import type { ArrivalVector } from '@watchpost/model'
import { distance } from '../reading/position.ts'
import { createRate } from './rate.ts'
import type { ChunkTally } from './send-chunk.ts'

/** Start and end of the log, and end of the audit. They may be a second old. */
export interface LogBounds {
  starts: ArrivalVector
  ends: ArrivalVector
  /** Number of the next audit row. */
  auditEnd: number
}

export interface LiveStatePorts {
  /** Epoch of the log that is being read. */
  epoch(): number
  bounds(): LogBounds | undefined
  /** Retention of the log. */
  retentionSeconds: number
  now?(): number
}

/** Progress of an export; unknown before it has started. */
export interface ReportedStanding {
  head: ArrivalVector
  /** Arrival time of the last event before the head. */
  receivedAt: number
  windowBytes: number
  /** The next audit row, for an export that includes the audit. */
  nextRow: number | undefined
}

type Status = SyslogState['status']

/** An export is at risk when less than this share of the log or of the retention time is left. */
const RISK_SHARE = 0.2

export type LiveState = ReturnType<typeof createLiveState>

/** Tracks the state of one export, for reports. */
export function createLiveState({ epoch, bounds, retentionSeconds, now = Date.now }: LiveStatePorts) {
  const counts = { sent: 0, filtered: 0, repeated: 0, trimmed: 0, unreadable: 0, lost: 0 }
  const rate = createRate(now)
  let status: Status = 'connecting'
  let since = now()
  let lastWrittenAt: number | undefined
  let lastError: { at: number; message: string } | undefined

  return {
    become(next: Status): void {
      if (next === status) return
      status = next
      since = now()
    },
    failed(message: string): void {
      lastError = { at: now(), message }
    },
    lost(count: number): void {
      counts.lost += count
    },
    sent(tally: ChunkTally): void {
      counts.sent += tally.sent
      counts.filtered += tally.filtered
      counts.repeated += tally.repeated
      counts.trimmed += tally.trimmed
      counts.unreadable += tally.unreadable
      rate.add(tally.sent)
      if (tally.bytes > 0) lastWrittenAt = now()
    },

    /** The state in the form of the API. */
    report(standing: ReportedStanding | undefined, warnings: readonly string[]): Omit<SyslogState, 'reported_at'> {
      const known = standing && bounds()
      const logLag = known ? distance(standing.head, known.ends) : 0
      const auditLag = known && standing.nextRow !== undefined ? Math.max(0, known.auditEnd - standing.nextRow) : 0
      const lag = logLag + auditLag
      const lagSeconds = lag > 0 && standing ? Math.max(0, (now() - standing.receivedAt) / 1_000) : 0
      // Audit rows do not expire.
      const remaining = logLag > 0 ? Math.max(0, Math.floor(retentionSeconds - lagSeconds)) : null
      const isAtRisk =
        logLag > 0 &&
        ((remaining ?? 0) < retentionSeconds * RISK_SHARE ||
          (known !== undefined && standing !== undefined && isNearStart(standing.head, known)))
      return {
        status,
        since: new Date(since).toISOString(),
        lag_events: lag,
        lag_seconds: round(lagSeconds),
        log: { epoch: epoch(), unsent_events: logLag },
        rate: round(rate.perSecond()),
        sent_events: counts.sent,
        filtered_events: counts.filtered,
        repeated_events: counts.repeated,
        trimmed_events: counts.trimmed,
        unreadable_events: counts.unreadable,
        lost_events: counts.lost,
        window_bytes: standing?.windowBytes ?? 0,
        last_written_at: lastWrittenAt === undefined ? null : new Date(lastWrittenAt).toISOString(),
        last_error: lastError ? { at: new Date(lastError.at).toISOString(), message: lastError.message } : null,
        retention: { held_seconds: retentionSeconds, remaining_seconds: remaining, at_risk: isAtRisk },
        warnings: [
          ...warnings,
          ...(isAtRisk ? ['The log will soon forget events that were not sent: bring the receiver back.'] : []),
          ...(counts.lost > 0
            ? [`${counts.lost} events or rows of the audit were gone before they could be sent.`]
            : []),
        ],
      }
    },
  }
}

/** The log also drops by size: once it has started to, events near its beginning are next. */
function isNearStart(head: ArrivalVector, { starts, ends }: LogBounds): boolean {
  for (const [partition, start] of starts) {
    const end = ends.get(partition) ?? start
    if (start > 0 && end > start && ((head.get(partition) ?? 0) - start) / (end - start) < RISK_SHARE) return true
  }
  return false
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
