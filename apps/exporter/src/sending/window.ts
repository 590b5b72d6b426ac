import type { ArrivalVector } from '@watchpost/model'
import { createPassed, type Passed } from '../reading/passed.ts'

export interface WindowOptions {
  /** More than the socket buffers of both kernels can hold. */
  bytes: number
  /** How long a receiver may hold events in memory. */
  milliseconds: number
  /** Older events are settled even if the window is not full: the log would drop them. */
  mostMilliseconds: number
  now?(): number
}

/** Progress of an export: a position, the deduplication set there, and the arrival time of the last event before it. */
export interface Standing {
  position: ArrivalVector
  passed: Passed
  receivedAt: number
}

/** Chunks that were written together. */
interface Mark {
  after: ArrivalVector
  passed: Passed
  bytes: number
  writtenAt: number
  receivedAt: number
}

export interface Written {
  after: ArrivalVector
  passed: Passed
  /** Bytes written to the receiver; 0 when all events were filtered out. */
  bytes: number
  receivedAt: number
}

/** Writes are merged up to this share of the window, so that there are at most a few hundred marks. */
const MARK_SHARE = 1 / 160

export type Window = ReturnType<typeof createWindow>

/**
 * Events that were written but may not have arrived. A program cannot see the acknowledgements of TCP and TLS, so the
 * last events are sent again after a break: as much as the window holds, by bytes or by time, whichever is more. Only
 * positions are kept; the events are read again from the log.
 */
export function createWindow(
  start: Standing,
  { bytes: leastBytes, milliseconds, mostMilliseconds, now = Date.now }: WindowOptions,
) {
  const markBytes = leastBytes * MARK_SHARE
  let settled: Standing = start
  let marks: Mark[] = []
  let bytes = 0

  function settleFirst(): void {
    const mark = marks.shift()
    if (!mark) return
    bytes -= mark.bytes
    settled.passed.merge(mark.passed)
    settled = { position: mark.after, passed: settled.passed, receivedAt: mark.receivedAt }
  }

  function hasArrived(mark: Mark): boolean {
    const age = now() - mark.writtenAt
    return age >= mostMilliseconds || (age >= milliseconds && bytes - mark.bytes >= leastBytes)
  }

  return {
    /** The position before which everything counts as arrived. Sending resumes here after a break. */
    settled: (): Readonly<Standing> => settled,

    /** The position before which everything was written. */
    head: (): ArrivalVector => marks.at(-1)?.after ?? settled.position,
    headReceivedAt: (): number => marks.at(-1)?.receivedAt ?? settled.receivedAt,

    /** A copy of the deduplication set at the head. */
    headPassed(): Passed {
      const all = settled.passed.copy()
      for (const mark of marks) all.merge(mark.passed)
      return all
    },

    bytes: () => bytes,

    wrote({ after, passed, bytes: added, receivedAt }: Written): void {
      const last = marks.at(-1)
      // Filtered events have no bytes to wait for: settle them with the previous mark, or at once.
      if (!last && added === 0) {
        settled.passed.merge(passed)
        settled = { position: after, passed: settled.passed, receivedAt }
        return
      }
      bytes += added
      if (last && (added === 0 || last.bytes + added <= markBytes)) {
        last.after = after
        last.passed.merge(passed)
        last.bytes += added
        last.receivedAt = receivedAt
        if (added > 0) last.writtenAt = now()
        return
      }
      const own = createPassed()
      own.merge(passed)
      marks.push({ after, passed: own, bytes: added, writtenAt: now(), receivedAt })
    },

    /** Settles the marks that count as arrived by now. */
    settle(): void {
      for (let first = marks[0]; first && hasArrived(first); first = marks[0]) settleFirst()
    },

    /** Settles everything: the receiver has read to the end. */
    settleAll(): void {
      while (marks.length > 0) settleFirst()
    },

    /** Goes back to the settled position after a break. Returns the number of bytes to send again. */
    goBack(): number {
      const again = bytes
      marks = []
      bytes = 0
      return again
    },
  }
}
