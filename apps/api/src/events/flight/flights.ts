import { AppError } from '@watchpost/contract'
import { type Answer, wholeAnswerBytes } from '../answer/answer.ts'
import type { AnswerListener } from '../answer/answer-reader.ts'
import type { Asked, EngineSearch, Question } from '../engine-search.ts'
import type { QueueName, SearchQueues, Place } from '../../queues/search-queues.ts'
import { waitedTooLong } from '../../queues/searching.ts'

/** The connection of a caller; it closes when the answer was sent or the caller has left. */
export interface Connection {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

export interface FlightRequest {
  question: Question
  caller: string
  /**
   * Requests with the same key share an answer. The key contains everything that the answer depends on, including
   * permissions.
   */
  key: string | undefined
  connection: Connection
}

export interface FlightLimits {
  /** Concurrent streamed answers. */
  streams: number
  /** Total bytes of shared large answers, which are buffered until the last reader has them. */
  sharedBytes: number
  /** How long a search may wait in the queue. After this time the caller has likely given up. */
  waitMs: number
}

export interface FlightEvents {
  /** A search waited too long in the queue. */
  onTurnedAway(queue: QueueName, reason: 'too-long'): void
  /** A request shared the answer of a search that another request had started. */
  onShared(): void
  /** A search was cancelled because no caller waited for it any longer. */
  onCancelled(): void
  /** An answer failed after its first bytes were sent. */
  onCut(reason: 'too-large' | 'engine'): void
}

export type Flights = ReturnType<typeof createFlights>

/**
 * Deduplicates running searches. A request that is identical to a running search joins it, and all callers get the same
 * answer or the same failure. A caller that leaves does not cancel the search for the others; when the last one leaves,
 * it is cancelled in the engine.
 */
export function createFlights(engine: EngineSearch, queues: SearchQueues, limits: FlightLimits, events: FlightEvents) {
  const shared: SharedState = {
    engine,
    limits,
    events,
    flying: new Map(),
    queued: new Map(),
    sharedBytes: 0,
    streams: 0,
  }

  return {
    /** Resolves with the answer. Rejects with a problem, or when the caller leaves first. */
    ask(request: FlightRequest): Promise<Answer> {
      return new Promise((resolve, reject) => {
        const { key, caller, question, connection } = request
        if (connection.destroyed) return reject(new Error('the caller has left'))
        const waiter = new Waiter(shared, request, resolve, reject)
        connection.once('close', () => waiter.leave())

        const flight = key === undefined ? undefined : shared.flying.get(key)
        if (flight) return flight.join(waiter)
        const place = queues.enter(caller, question.queue, () => begin(shared, waiter, place))
        waiter.place = place
        if (place.isRunning) return begin(shared, waiter, place)
        waiter.waitAtMost(limits.waitMs)
        if (key !== undefined) shared.queued.set(key, (shared.queued.get(key) ?? new Set()).add(waiter))
      })
    },
    /** For the metrics. */
    streams: () => shared.streams,
    sharedBytes: () => shared.sharedBytes,
  }
}

/** State shared by all flights. */
interface SharedState {
  readonly engine: EngineSearch
  readonly limits: FlightLimits
  readonly events: FlightEvents
  readonly flying: Map<string, Flight>
  /** Queued requests by key: the first that gets a turn starts the search for all of them. */
  readonly queued: Map<string, Set<Waiter>>
  sharedBytes: number
  streams: number
}

function begin(shared: SharedState, waiter: Waiter, place: Place): void {
  const { key, question } = waiter.request
  const flight = new Flight(shared, key, place)
  flight.waiters.push(waiter)
  waiter.board(flight)
  if (key !== undefined) {
    shared.flying.set(key, flight)
    const others = shared.queued.get(key)
    shared.queued.delete(key)
    for (const other of others ?? []) {
      if (other === waiter) continue
      flight.join(other)
      other.place?.leave()
    }
  }
  flight.asked = shared.engine.search(question, flight)
}

/** A waiting request. A class for speed, like `Flight`: one is created for every search. */
class Waiter {
  readonly #shared: SharedState
  readonly request: FlightRequest
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  place: Place | undefined
  flight: Flight | undefined
  #overdue: NodeJS.Timeout | undefined

  constructor(
    shared: SharedState,
    request: FlightRequest,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.#shared = shared
    this.request = request
    this.resolve = resolve
    this.reject = reject
  }

  leave(): void {
    if (this.flight?.isLanded) return
    this.reject(new Error('the caller has left'))
    if (this.flight) this.flight.leave(this)
    else this.#leaveQueue()
  }

  /** Its turn has come, or that of an identical request. */
  board(flight: Flight): void {
    clearTimeout(this.#overdue)
    this.flight = flight
  }

  waitAtMost(waitMs: number): void {
    this.#overdue = setTimeout(() => {
      const { queue } = this.request.question
      this.#shared.events.onTurnedAway(queue, 'too-long')
      this.reject(waitedTooLong())
      this.#leaveQueue()
    }, waitMs)
  }

  #leaveQueue(): void {
    clearTimeout(this.#overdue)
    this.place?.leave()
    const { key } = this.request
    const others = key === undefined ? undefined : this.#shared.queued.get(key)
    others?.delete(this)
    if (key !== undefined && others?.size === 0) this.#shared.queued.delete(key)
  }
}

/** One search and all requests that wait for it. */
class Flight implements AnswerListener {
  readonly #shared: SharedState
  readonly #key: string | undefined
  readonly #place: Place
  /** How much of the shared limits it has taken: bytes of shared answers, and streams. */
  #sharedBytes = 0
  #streams = 0
  readonly waiters: Waiter[] = []
  asked: Asked | undefined
  isLanded = false

  constructor(shared: SharedState, key: string | undefined, place: Place) {
    this.#shared = shared
    this.#key = key
    this.#place = place
  }

  join(waiter: Waiter): void {
    waiter.board(this)
    this.waiters.push(waiter)
    this.#shared.events.onShared()
  }

  /** The engine has finished. A single reader streams a large answer at its own pace; a shared one must be buffered. */
  onHead(contentBytes = this.#shared.limits.sharedBytes): 'whole' | 'stream' {
    const { limits } = this.#shared
    this.#place.answered()
    if (contentBytes <= wholeAnswerBytes) return 'whole'
    if (this.waiters.length === 1) {
      if (this.#shared.streams >= limits.streams) throw noRoom()
      this.#streams = 1
      this.#shared.streams++
      this.#stopJoining()
      return 'stream'
    }
    if (this.#shared.sharedBytes + contentBytes > limits.sharedBytes) throw noRoom()
    this.#sharedBytes = contentBytes
    this.#shared.sharedBytes += contentBytes
    return 'whole'
  }

  resolve(answer: Answer): void {
    this.isLanded = true
    this.#stopJoining()
    if (answer.kind === 'stream') {
      answer.stream.once('close', () => {
        this.#release()
        this.#place.leave()
      })
    } else {
      this.#place.leave()
      this.#releaseAfterLast()
    }
    for (const waiter of this.waiters) waiter.resolve(answer)
  }

  reject(error: Error): void {
    this.#end()
    for (const waiter of this.waiters) waiter.reject(error)
  }

  onCut(reason: 'too-large' | 'engine'): void {
    this.#shared.events.onCut(reason)
  }

  leave(waiter: Waiter): void {
    this.waiters.splice(this.waiters.indexOf(waiter), 1)
    if (this.waiters.length > 0) return
    this.asked?.abort()
    this.#end()
    this.#shared.events.onCancelled()
  }

  #end(): void {
    this.isLanded = true
    this.#stopJoining()
    this.#release()
    this.#place.leave()
  }

  #stopJoining(): void {
    if (this.#key !== undefined && this.#shared.flying.get(this.#key) === this) this.#shared.flying.delete(this.#key)
  }

  #releaseAfterLast(): void {
    if (this.#sharedBytes === 0) return
    let readers = this.waiters.length
    for (const { request } of this.waiters) {
      request.connection.once('close', () => {
        if (--readers === 0) this.#release()
      })
    }
  }

  #release(): void {
    this.#shared.sharedBytes -= this.#sharedBytes
    this.#shared.streams -= this.#streams
    this.#sharedBytes = 0
    this.#streams = 0
  }
}

function noRoom(): AppError {
  return new AppError('too-many-requests', 'Too many large answers are under way.', { retryAfterSeconds: 5 })
}
