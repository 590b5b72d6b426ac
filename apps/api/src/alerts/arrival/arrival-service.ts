import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@watchpost/contract'
import type { AlertFilter, ArrivalRequest, Asking, ListedAlert } from '@watchpost/engine'
import { type ArrivalVector, positionAfter, rangesBetween } from '@watchpost/model'
import { writeArrivalCursor } from './arrival-cursor.ts'

/** What reading by arrival needs. */
export interface ArrivalPorts {
  frontier: { current(): Promise<ArrivalVector> }
  /** Where the log ends: no cursor of ours lies beyond. */
  ends(): Promise<ArrivalVector>
  within(request: ArrivalRequest, asking: Asking): Promise<ListedAlert[]>
  /** Waits between two looks. */
  pause?(ms: number, stop: AbortSignal): Promise<void>
  now?(): number
}

export interface ArrivalWish {
  filter: AlertFilter
  /** Where the collector is; `now` begins with what arrives from now on. */
  after: ArrivalVector | 'now'
  limit: number
  waitMs: number
  hasContributions: boolean
}

export interface ArrivalPage {
  entries: ListedAlert[]
  /** Where to go on, also when nothing came. */
  cursor: string
}

export type ArrivalService = ReturnType<typeof createArrivalService>

const LOOK_MS = 500
/** Of one process: more than that are more collectors than any site has. */
const MOST_WAITING = 500
/** Each range is two clauses, of which a query of the engine takes a bounded number. */
const RANGES_AT_ONCE = 256

/** Reads alerts in the order of the log: nothing twice, nothing left out, however late it arrives. */
export function createArrivalService(ports: ArrivalPorts) {
  const { frontier, within, ends, now = Date.now, pause = pauseFor } = ports
  let waiting = 0

  /** Alerts between a position and the frontier, and the position after them. */
  async function read(
    { filter, limit, hasContributions }: ArrivalWish,
    from: ArrivalVector,
    asking: Asking,
  ): Promise<{ entries: ListedAlert[]; position: ArrivalVector }> {
    const reached = await frontier.current()
    const ranges = rangesBetween(from, reached).slice(0, RANGES_AT_ONCE)
    if (ranges.length === 0) return { entries: [], position: from }
    const entries = await within({ filter, ranges, limit, hasContributions }, asking)
    return {
      entries,
      position: positionAfter(from, ranges, entries.length < limit ? undefined : entries.at(-1)?.ingest),
    }
  }

  /** A position beyond the end of the log is of another log: one that was lost and made anew. */
  async function refuseOfAnotherLog(from: ArrivalVector): Promise<void> {
    const reached = await frontier.current()
    if (![...from].some(([partition, offset]) => offset > (reached.get(partition) ?? 0))) return
    const last = await ends()
    if ([...from].some(([partition, offset]) => offset > (last.get(partition) ?? 0))) {
      throw new AppError('cursor-invalid', 'The cursor is of a log that was made anew since: begin without one.')
    }
  }

  async function readUntilSome(wish: ArrivalWish, asking: Asking, stop: AbortSignal): Promise<ArrivalPage> {
    const deadline = now() + wish.waitMs
    let position = wish.after === 'now' ? await frontier.current() : wish.after
    await refuseOfAnotherLog(position)
    for (;;) {
      const page = await read(wish, position, asking)
      position = page.position
      const leftMs = deadline - now()
      if (page.entries.length > 0 || leftMs <= 0 || stop.aborted) {
        return { entries: page.entries.toSorted(byArrival), cursor: writeArrivalCursor(position) }
      }
      await pause(Math.min(LOOK_MS, leftMs), AbortSignal.any([stop, asking.signal]))
      asking.signal.throwIfAborted()
    }
  }

  return {
    /** What arrived after a position; waits for something to arrive, for as long as asked and nobody says stop. */
    async read(wish: ArrivalWish, asking: Asking, stop: AbortSignal): Promise<ArrivalPage> {
      if (waiting >= MOST_WAITING) {
        throw new AppError('too-many-requests', `${waiting} collectors are waiting already.`, { retryAfterSeconds: 10 })
      }
      waiting++
      try {
        return await readUntilSome(wish, asking, stop)
      } finally {
        waiting--
      }
    },
  }
}

function byArrival(a: ListedAlert, b: ListedAlert): number {
  return a.timestamp_received.localeCompare(b.timestamp_received) || (a.uuid < b.uuid ? -1 : 1)
}

async function pauseFor(ms: number, stop: AbortSignal): Promise<void> {
  // Being told to stop ends the pause; who waits looks for the reason.
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}
