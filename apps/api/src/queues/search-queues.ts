import { AppError } from '@watchpost/contract'

export type QueueName = 'cheap' | 'costly'

export interface QueueLimits {
  /** Concurrent searches of this queue. */
  running: number
  /** Maximum length of the queue. */
  waiting: number
}

export interface SearchQueuesOptions {
  cheap: QueueLimits
  costly: QueueLimits
  /** Limits per caller: running searches in all, costly ones among them, and queued ones in each queue. */
  caller: { running: number; costly: number; waiting: number }
  /** Called for every rejected search. */
  onTurnedAway?(name: QueueName, reason: 'queue-full' | 'caller-full'): void
}

/** A search's place in its queue. */
export interface Place {
  /** False while it waits for its turn. */
  readonly isRunning: boolean
  /** The engine has finished: the next search may start. It still counts as running for the caller. */
  answered(): void
  /** The search has ended or was cancelled. Further calls have no effect. */
  leave(): void
}

export type SearchQueues = ReturnType<typeof createSearchQueues>

/** When a retry is likely to succeed: cheap searches take milliseconds, costly ones up to ten seconds. */
const retryAfterSeconds: Record<QueueName, number> = { cheap: 2, costly: 5 }
const names = ['cheap', 'costly'] as const

interface Counts {
  running: number
  costly: number
}

/**
 * Shares the engine among callers. Cheap and costly searches have separate queues, so that neither waits for the other.
 * Within a queue callers take turns, however many searches each of them has queued.
 */
export function createSearchQueues({ cheap, costly, caller: each, onTurnedAway = () => {} }: SearchQueuesOptions) {
  const queues = { cheap: new Queue(cheap), costly: new Queue(costly) }
  const counts = new Map<string, Counts>()

  function mayBegin(caller: string, name: QueueName): boolean {
    const own = counts.get(caller)
    if (!own) return true
    return own.running < each.running && (name === 'cheap' || own.costly < each.costly)
  }

  function count(caller: string, name: QueueName, by: 1 | -1): void {
    let own = counts.get(caller)
    if (!own) {
      own = { running: 0, costly: 0 }
      counts.set(caller, own)
    }
    own.running += by
    if (name === 'costly') own.costly += by
    if (own.running === 0) counts.delete(caller)
  }

  function start(place: QueuePlace): void {
    place.state = 'running'
    queues[place.name].running++
    count(place.caller, place.name, 1)
  }

  /** A search that ends in one queue may let its caller start one in the other. */
  function callNext(): void {
    for (const name of names) {
      const queue = queues[name]
      while (queue.waiting > 0 && queue.running < queue.limits.running) {
        const next = queue.next((caller) => mayBegin(caller, name))
        if (!next) break
        start(next)
        next.begin()
      }
    }
  }

  function onLeave(place: QueuePlace, before: QueuePlace['state']): void {
    const queue = queues[place.name]
    if (before === 'waiting') return queue.remove(place)
    if (before === 'running') queue.running--
    count(place.caller, place.name, -1)
    callNext()
  }

  function onAnswered({ name }: QueuePlace): void {
    queues[name].running--
    callNext()
  }

  function refuse(name: QueueName, reason: 'queue-full' | 'caller-full', detail: string): never {
    onTurnedAway(name, reason)
    throw new AppError('too-many-requests', detail, { retryAfterSeconds: retryAfterSeconds[name] })
  }

  const owner: Owner = { onLeave, onAnswered }
  return {
    /**
     * Takes a place: at once if there is capacity, otherwise `begin` is called when it is this search's turn. Throws
     * `too-many-requests` when the queue is full.
     */
    enter(caller: string, name: QueueName, begin: () => void): Place {
      const queue = queues[name]
      const place = new QueuePlace(owner, caller, name, begin)
      if (queue.running < queue.limits.running && mayBegin(caller, name)) start(place)
      else if (queue.waitingOf(caller) >= each.waiting) {
        refuse(name, 'caller-full', `${each.waiting} of your searches wait already.`)
      } else if (queue.waiting >= queue.limits.waiting) {
        refuse(name, 'queue-full', `${queue.limits.waiting} searches wait already.`)
      } else queue.add(place)
      return place
    },
    /** For the metrics. */
    running: (name: QueueName) => queues[name].running,
    waiting: (name: QueueName) => queues[name].waiting,
  }
}

interface Owner {
  onLeave(place: QueuePlace, before: QueuePlace['state']): void
  onAnswered(place: QueuePlace): void
}

/** A class for speed: one is created for every search. */
class QueuePlace implements Place {
  readonly #owner: Owner
  readonly caller: string
  readonly name: QueueName
  readonly begin: () => void
  state: 'waiting' | 'running' | 'answered' | 'over' = 'waiting'

  constructor(owner: Owner, caller: string, name: QueueName, begin: () => void) {
    this.#owner = owner
    this.caller = caller
    this.name = name
    this.begin = begin
  }

  get isRunning(): boolean {
    return this.state !== 'waiting'
  }

  answered(): void {
    if (this.state !== 'running') return
    this.state = 'answered'
    this.#owner.onAnswered(this)
  }

  leave(): void {
    const before = this.state
    if (before === 'over') return
    this.state = 'over'
    this.#owner.onLeave(this, before)
  }
}

/** Queued searches by caller, with the callers in the order of their turns. */
class Queue {
  readonly limits: QueueLimits
  readonly #places = new Map<string, QueuePlace[]>()
  running = 0
  waiting = 0

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  waitingOf(caller: string): number {
    return this.#places.get(caller)?.length ?? 0
  }

  add(place: QueuePlace): void {
    this.waiting++
    const own = this.#places.get(place.caller)
    if (own) own.push(place)
    else this.#places.set(place.caller, [place])
  }

  remove(place: QueuePlace): void {
    const own = this.#places.get(place.caller) ?? []
    const at = own.indexOf(place)
    if (at < 0) return
    this.waiting--
    own.splice(at, 1)
    if (own.length === 0) this.#places.delete(place.caller)
  }

  /** The first search of the next caller that may start; that caller then moves to the end of the queue. */
  next(mayBegin: (caller: string) => boolean): QueuePlace | undefined {
    for (const [caller, own] of this.#places) {
      if (!mayBegin(caller)) continue
      const place = own.shift()
      this.#places.delete(caller)
      if (own.length > 0) this.#places.set(caller, own)
      this.waiting--
      return place
    }
    return undefined
  }
}
