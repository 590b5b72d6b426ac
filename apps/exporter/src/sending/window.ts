import type { ArrivalVector } from '@watchpost/model'
import { createPassed, type Passed } from '../reading/passed.ts'

export interface WindowOptions {
  /** What the buffers of both kernels can hold, and a little more. */
  bytes: number
  /** What a receiver may hold in its memory. */
  milliseconds: number
  /** Older than this it counts as arrived whatever its size: the log would forget it. */
  mostMilliseconds: number
  now?(): number
}

/** Where an export stands: a position, the sequences before it, and when the last event before it arrived. */
export interface Standing {
  position: ArrivalVector
  passed: Passed
  receivedAt: number
}

/** What was written together. */
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
  /** Written to the receiver; none when nothing in this stretch was wanted. */
  bytes: number
  receivedAt: number
}

/** What is written is joined up to this share of the window, so that there are never more than a few hundred marks. */
const MARK_SHARE = 1 / 160

export type Window = ReturnType<typeof createWindow>

/**
 * What was written and may not have arrived. TCP and TLS acknowledge nothing that a program could see, so whatever was
 * written last is sent again after a break: as much as the window holds, by bytes or by time, whichever is more. Held as
 * positions; the events themselves are read again from the log.
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
    /** The place up to which everything counts as arrived: from here it goes on after a break. */
    settled: (): Readonly<Standing> => settled,

    /** The place up to which everything was written. */
    head: (): ArrivalVector => marks.at(-1)?.after ?? settled.position,
    headReceivedAt: (): number => marks.at(-1)?.receivedAt ?? settled.receivedAt,

    /** The sequences before the head: a copy. */
    headPassed(): Passed {
      const all = settled.passed.copy()
      for (const mark of marks) all.merge(mark.passed)
      return all
    },

    bytes: () => bytes,

    wrote({ after, passed, bytes: added, receivedAt }: Written): void {
      const last = marks.at(-1)
      // What no one wanted has nowhere to arrive: it goes with what was written before it, or at once.
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

    /** Lets go of what counts as arrived by now. */
    settle(): void {
      for (let first = marks[0]; first && hasArrived(first); first = marks[0]) settleFirst()
    },

    /** Everything has arrived: the receiver has read to the end. */
    settleAll(): void {
      while (marks.length > 0) settleFirst()
    },

    /** The connection broke: back to what counts as arrived. Answers how many bytes will be sent again. */
    goBack(): number {
      const again = bytes
      marks = []
      bytes = 0
      return again
    },
  }
}
