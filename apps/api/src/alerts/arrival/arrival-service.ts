import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@watchpost/contract'
import type { AlertFilter, ArrivalRequest, ListedAlert } from '@watchpost/engine'
import { type ArrivalPosition, type ArrivalReader, type Arrivals, type Reach, readArrivals } from '@watchpost/model'
import type { CallerAsking } from '../../queues/searching.ts'
import { writeArrivalCursor } from './arrival-cursor.ts'

/** Dependencies of reading by arrival. */
export interface ArrivalPorts {
  frontier: { current(): Promise<Reach> }
  /** End offsets of the log; undefined while the log is not the one of the newest epoch. */
  ends(): Promise<ArrivalPosition | undefined>
  /** The newest recorded epoch. */
  newestEpoch(): Promise<number>
  within(request: ArrivalRequest, asking: CallerAsking): Promise<ListedAlert[]>
  epochAfter(epoch: number, asking: CallerAsking): Promise<number | undefined>
  /** Waits between two polls. */
  pause?(ms: number, stop: AbortSignal): Promise<void>
  now?(): number
}

export interface ArrivalWish {
  filter: AlertFilter
  /** The collector's position; `now` starts with the alerts that arrive from now on. */
  after: ArrivalPosition | 'now'
  limit: number
  waitMs: number
  hasContributions: boolean
}

export interface ArrivalPage {
  entries: ListedAlert[]
  /** The next position, also when no alert arrived. */
  cursor: string
}

export type ArrivalService = ReturnType<typeof createArrivalService>

const LOOK_MS = 500
/** Per process. No site has this many collectors. */
const MOST_WAITING = 500
/** One caller must not keep all others from waiting. */
const MOST_WAITING_PER_CALLER = 200

/**
 * Reads alerts in the order of the log, across all epochs. Each alert is returned exactly once, however late it
 * arrives.
 */
export function createArrivalService(ports: ArrivalPorts) {
  const { frontier, ends, newestEpoch, now = Date.now, pause = pauseFor } = ports
  /** Pending calls, in all and by caller. */
  let waiting = 0
  const waitingOf = new Map<string, number>()

  /** Alerts between a position and the high-water mark, and the position after them. */
  async function read(
    { filter, limit, hasContributions }: ArrivalWish,
    from: ArrivalPosition,
    asking: CallerAsking,
  ): Promise<Arrivals<ListedAlert>> {
    const reader: ArrivalReader<ListedAlert> = {
      within: (epoch, ranges, most) => ports.within({ filter, epoch, ranges, limit: most, hasContributions }, asking),
      epochAfter: (epoch) => ports.epochAfter(epoch, asking),
    }
    return readArrivals(reader, from, await frontier.current(), limit)
  }

  /** Rejects a position of a log that this appliance never had, or one beyond the end of the current log. */
  async function refuseOfAnotherLog({ epoch, offsets }: ArrivalPosition): Promise<void> {
    const reached = await frontier.current()
    // Another API instance may see a new epoch a moment earlier.
    if (epoch > reached.epoch && epoch > (await newestEpoch())) {
      throw new AppError('cursor-of-another-log')
    }
    if (epoch !== reached.epoch || !isBeyond(offsets, reached.offsets)) return
    const last = await ends()
    if (last?.epoch === epoch && isBeyond(offsets, last.offsets)) throw new AppError('cursor-of-another-log')
  }

  async function readUntilSome(wish: ArrivalWish, asking: CallerAsking, stop: AbortSignal): Promise<ArrivalPage> {
    const deadline = now() + wish.waitMs
    let position: ArrivalPosition = wish.after === 'now' ? await frontier.current() : wish.after
    await refuseOfAnotherLog(position)
    for (let looks = 0; ; looks++) {
      const page = await read(wish, position, asking).catch((error: unknown) => {
        // Many calls look at the same moment. One that already waits tries again instead of failing.
        if (looks > 0 && isBusy(error)) return { entries: [], position }
        throw error
      })
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
    /** The alerts after a position. Waits for arrivals until the requested time has passed or `stop` aborts. */
    async read(wish: ArrivalWish, asking: CallerAsking, stop: AbortSignal): Promise<ArrivalPage> {
      if (waiting >= MOST_WAITING) {
        throw new AppError('too-many-requests', `${waiting} collectors are waiting already.`, { retryAfterSeconds: 10 })
      }
      const own = waitingOf.get(asking.caller) ?? 0
      if (own >= MOST_WAITING_PER_CALLER) {
        throw new AppError('too-many-requests', `${own} of your collectors are waiting already.`, {
          retryAfterSeconds: 10,
        })
      }
      waiting++
      waitingOf.set(asking.caller, own + 1)
      try {
        return await readUntilSome(wish, asking, stop)
      } finally {
        waiting--
        const left = (waitingOf.get(asking.caller) ?? 1) - 1
        if (left > 0) waitingOf.set(asking.caller, left)
        else waitingOf.delete(asking.caller)
      }
    },
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too-many-requests'
}

function isBeyond(offsets: ArrivalPosition['offsets'], end: ArrivalPosition['offsets']): boolean {
  return [...offsets].some(([partition, offset]) => offset > (end.get(partition) ?? 0))
}

function byArrival(a: ListedAlert, b: ListedAlert): number {
  return a.timestamp_received.localeCompare(b.timestamp_received) || (a.uuid < b.uuid ? -1 : 1)
}

async function pauseFor(ms: number, stop: AbortSignal): Promise<void> {
  // Aborting ends the pause early; the caller checks the reason.
  await sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}
