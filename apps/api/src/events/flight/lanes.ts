import { AppError } from '@watchpost/contract'

export type Lane = 'cheap' | 'costly'

export interface LaneLimits {
  /** Searches in this lane that the engine works on at once. */
  running: number
  /** Searches that may wait for their turn. */
  waiting: number
}

export interface LanesOptions {
  cheap: LaneLimits
  costly: LaneLimits
  /** What one caller may have under way at once: in all, of it costly, and waiting in each lane. */
  caller: { running: number; costly: number; waiting: number }
  /** Told of every search that is turned away. */
  onTurnedAway?(lane: Lane, reason: 'lane-full' | 'caller-full'): void
}

/** A search's place in its lane. */
export interface Place {
  /** False while it waits for its turn. */
  readonly isRunning: boolean
  /** The engine has done its part: the next one may begin. The caller still has this one under way. */
  answered(): void
  /** It is over, or given up. Further calls change nothing. */
  leave(): void
}

export type Lanes = ReturnType<typeof createLanes>

/** After these seconds a place is likely: cheap searches take milliseconds, costly ones up to ten seconds. */
const retryAfterSeconds: Record<Lane, number> = { cheap: 2, costly: 5 }

interface Waiting {
  caller: string
  begin(): void
}

interface Counts {
  running: number
  costly: number
}

/**
 * Shares the engine among callers. Cheap and costly searches have lanes of their own, so that neither waits for the
 * other; within a lane callers take turns, however many searches each of them has waiting.
 */
export function createLanes({ cheap, costly, caller: each, onTurnedAway = () => {} }: LanesOptions) {
  const lanes = { cheap: createLane(cheap), costly: createLane(costly) }
  const counts = new Map<string, Counts>()

  function mayBegin(caller: string, lane: Lane): boolean {
    const own = counts.get(caller)
    if (!own) return true
    return own.running < each.running && (lane === 'cheap' || own.costly < each.costly)
  }

  function count(caller: string, lane: Lane, by: 1 | -1): void {
    const own = counts.get(caller) ?? { running: 0, costly: 0 }
    own.running += by
    if (lane === 'costly') own.costly += by
    if (own.running === 0) counts.delete(caller)
    else counts.set(caller, own)
  }

  /** An end in one lane may let a caller begin in the other. */
  function callNext(): void {
    for (const name of ['cheap', 'costly'] as const) {
      const lane = lanes[name]
      while (lane.running < lane.limits.running) {
        const next = lane.next((caller) => mayBegin(caller, name))
        if (!next) break
        next.begin()
      }
    }
  }

  function refuse(lane: Lane, reason: 'lane-full' | 'caller-full', detail: string): never {
    onTurnedAway(lane, reason)
    throw new AppError('too-many-requests', detail, { retryAfterSeconds: retryAfterSeconds[lane] })
  }

  return {
    /**
     * Takes a place: at once if there is one, else `begin` is called when it is this search's turn. Throws
     * `too-many-requests` when too many wait already.
     */
    enter(caller: string, lane: Lane, begin: () => void): Place {
      const own = lanes[lane]
      let state: 'waiting' | 'running' | 'answered' | 'over' = 'waiting'

      function start(): void {
        state = 'running'
        own.running++
        count(caller, lane, 1)
      }
      const waiting: Waiting = {
        caller,
        begin() {
          start()
          begin()
        },
      }
      if (own.running < own.limits.running && mayBegin(caller, lane)) start()
      else if (own.waitingOf(caller) >= each.waiting) {
        refuse(lane, 'caller-full', `${each.waiting} of your searches wait already.`)
      } else if (own.waiting() >= own.limits.waiting) {
        refuse(lane, 'lane-full', `${own.limits.waiting} searches wait already.`)
      } else own.add(waiting)

      return {
        get isRunning() {
          return state !== 'waiting'
        },
        answered() {
          if (state !== 'running') return
          state = 'answered'
          own.running--
          callNext()
        },
        leave() {
          const before = state
          state = 'over'
          if (before === 'waiting') own.remove(waiting)
          if (before === 'running') own.running--
          if (before === 'running' || before === 'answered') {
            count(caller, lane, -1)
            callNext()
          }
        },
      }
    },
    /** For the metrics. */
    running: (lane: Lane) => lanes[lane].running,
    waiting: (lane: Lane) => lanes[lane].waiting(),
  }
}

/** Those who wait, by caller; the callers in the order of their turns. */
function createLane(limits: LaneLimits) {
  const queues = new Map<string, Waiting[]>()
  let waiting = 0
  return {
    limits,
    running: 0,
    waiting: () => waiting,
    waitingOf: (caller: string) => queues.get(caller)?.length ?? 0,
    add(entry: Waiting): void {
      waiting++
      const queue = queues.get(entry.caller)
      if (queue) queue.push(entry)
      else queues.set(entry.caller, [entry])
    },
    remove(entry: Waiting): void {
      const queue = queues.get(entry.caller) ?? []
      const at = queue.indexOf(entry)
      if (at < 0) return
      waiting--
      queue.splice(at, 1)
      if (queue.length === 0) queues.delete(entry.caller)
    },
    /** The first of the next caller who may begin; that caller then goes to the end of the line. */
    next(mayBegin: (caller: string) => boolean): Waiting | undefined {
      for (const [caller, queue] of queues) {
        if (!mayBegin(caller)) continue
        const entry = queue.shift()
        queues.delete(caller)
        if (queue.length > 0) queues.set(caller, queue)
        waiting--
        return entry
      }
      return undefined
    },
  }
}
