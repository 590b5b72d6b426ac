import { ledgerLimits, type LedgerTotals as TotalsOnTheWire, type ProbeLedger } from '@watchpost/contract'
import type { LedgerStream, LedgerTotals } from '@watchpost/store'

export type StreamView = ProbeLedger['streams'][number]
type Gap = StreamView['gaps'][number]
type Range = LedgerStream['receivedRanges'][number]

const NO_LONGER_KEPT = 'No longer kept when it was to be stored.'

export function totalsView(totals: LedgerTotals): TotalsOnTheWire {
  const { received, indexed, deadLettered: dead_lettered, expired, waiting, missing, abandoned } = totals
  return { received, indexed, dead_lettered, expired, waiting, missing, abandoned }
}

/** A stream of the ledger, truncated to the limits of an answer. */
export function streamView(stream: LedgerStream): StreamView {
  const gaps = gapsOf(stream)
  const lists = [stream.receivedRanges, stream.indexedRanges, stream.deadRanges, gaps]
  return {
    stream: stream.stream,
    began_at: stream.beganAt.toISOString(),
    changed_at: stream.changedAt.toISOString(),
    next_sequence: stream.nextSequence,
    received: shown(stream.receivedRanges),
    indexed: shown(stream.indexedRanges),
    dead_lettered: shown(stream.deadRanges),
    gaps: gaps.slice(-ledgerLimits.ranges),
    waiting: stream.waiting,
    is_truncated: lists.some((list) => list.length > ledgerLimits.ranges),
  }
}

/** The newest ranges only: older ones have likely been seen already. */
function shown(ranges: readonly Range[]): number[][] {
  return ranges.slice(-ledgerLimits.ranges).map(([first, last]) => [first, last])
}

function gapsOf({ missingRanges, abandonedRanges, expiredRanges }: LedgerStream): Gap[] {
  const gap = (first: number, last: number, state: Gap['state'], reason: string | null): Gap => ({
    first,
    last,
    count: last - first + 1,
    state,
    reason,
  })
  return [
    ...missingRanges.map(([first, last]) => gap(first, last, 'open', null)),
    ...abandonedRanges.map(({ first, last, reason }) => gap(first, last, 'abandoned', reason)),
    ...expiredRanges.map(([first, last]) => gap(first, last, 'expired', NO_LONGER_KEPT)),
  ].toSorted((one, other) => one.first - other.first)
}
