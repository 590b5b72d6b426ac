import { AppError } from '@watchpost/contract'
import { type Answer, wholeAnswerBytes } from '../answer/answer.ts'
import type { Asked, EngineSearch, Question } from '../engine-search.ts'
import type { Lanes, Place } from './lanes.ts'

/** The connection that an answer goes out on; it closes when the answer is out, or the caller has gone. */
export interface Line {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

export interface FlightRequest {
  question: Question
  caller: string
  /** Requests with the same key get the same answer: it holds all that the answer depends on, rights included. */
  key: string | undefined
  line: Line
}

export interface FlightLimits {
  /** Large answers that go out as they come, at the pace of their readers. */
  streams: number
  /** Bytes of large answers for several that are kept until the last has them. */
  sharedBytes: number
}

export interface FlightEvents {
  /** A request got the answer of a search that another had begun. */
  onShared(): void
  /** A search was ended because nobody waited for it any more. */
  onCancelled(): void
  /** An answer broke off after it had begun to go out. */
  onCut(reason: 'too-large' | 'engine'): void
}

export type Flights = ReturnType<typeof createFlights>

interface Waiter {
  request: FlightRequest
  place: Place | undefined
  flight: Flight | undefined
  resolve(answer: Answer): void
  reject(error: Error): void
}

interface Flight {
  key: string | undefined
  waiters: Set<Waiter>
  place: Place
  asked: Asked | undefined
  isLanded: boolean
  /** What it has taken of the limits. */
  sharedBytes: number
  streams: number
}

/**
 * Searches under way. What is asked while the same is being answered is not asked again: all who wait get the one answer,
 * or the one failure. Who leaves cancels nobody else; when the last one leaves, the engine ends the search.
 */
export function createFlights(engine: EngineSearch, lanes: Lanes, limits: FlightLimits, events: FlightEvents) {
  const flying = new Map<string, Flight>()
  /** Who asks the same and waits for a turn: whoever gets one first takes the others along. */
  const queued = new Map<string, Set<Waiter>>()
  let sharedBytes = 0
  let streams = 0

  function begin(waiter: Waiter, place: Place): void {
    const { key, question } = waiter.request
    const flight: Flight = {
      key,
      waiters: new Set([waiter]),
      place,
      asked: undefined,
      isLanded: false,
      sharedBytes: 0,
      streams: 0,
    }
    waiter.flight = flight
    if (key !== undefined) {
      flying.set(key, flight)
      const others = queued.get(key)
      queued.delete(key)
      others?.delete(waiter)
      for (const other of others ?? []) {
        join(other, flight)
        other.place?.leave()
      }
    }
    flight.asked = engine.search(question, {
      onHead: (contentBytes) => head(flight, contentBytes),
      resolve: (answer) => land(flight, answer),
      reject: (error) => crash(flight, error),
      onCut: events.onCut,
    })
  }

  function join(waiter: Waiter, flight: Flight): void {
    waiter.flight = flight
    flight.waiters.add(waiter)
    events.onShared()
  }

  /** The engine has done its work. One reader takes a large answer at their own pace; for several it has to be kept. */
  function head(flight: Flight, contentBytes = limits.sharedBytes): 'whole' | 'stream' {
    flight.place.answered()
    if (contentBytes <= wholeAnswerBytes) return 'whole'
    if (flight.waiters.size === 1) {
      if (streams >= limits.streams) throw noRoom()
      flight.streams = 1
      streams++
      stopJoining(flight)
      return 'stream'
    }
    if (sharedBytes + contentBytes > limits.sharedBytes) throw noRoom()
    flight.sharedBytes = contentBytes
    sharedBytes += contentBytes
    return 'whole'
  }

  function stopJoining({ key }: Flight): void {
    if (key !== undefined) flying.delete(key)
  }

  function land(flight: Flight, answer: Answer): void {
    flight.isLanded = true
    stopJoining(flight)
    if (answer.kind === 'stream') {
      answer.stream.once('close', () => {
        release(flight)
        flight.place.leave()
      })
    } else {
      flight.place.leave()
      releaseAfterLast(flight)
    }
    for (const waiter of flight.waiters) waiter.resolve(answer)
  }

  function releaseAfterLast(flight: Flight): void {
    if (flight.sharedBytes === 0) return
    let readers = flight.waiters.size
    for (const { request } of flight.waiters) {
      request.line.once('close', () => {
        if (--readers === 0) release(flight)
      })
    }
  }

  function release(flight: Flight): void {
    sharedBytes -= flight.sharedBytes
    streams -= flight.streams
    flight.sharedBytes = 0
    flight.streams = 0
  }

  function crash(flight: Flight, error: Error): void {
    flight.isLanded = true
    stopJoining(flight)
    release(flight)
    flight.place.leave()
    for (const waiter of flight.waiters) waiter.reject(error)
  }

  function leave(waiter: Waiter): void {
    const { flight } = waiter
    if (flight?.isLanded) return
    waiter.reject(new Error('the caller has left'))
    if (!flight) return leaveQueue(waiter)
    flight.waiters.delete(waiter)
    if (flight.waiters.size > 0) return
    flight.isLanded = true
    stopJoining(flight)
    release(flight)
    flight.asked?.abort()
    flight.place.leave()
    events.onCancelled()
  }

  function leaveQueue(waiter: Waiter): void {
    waiter.place?.leave()
    const { key } = waiter.request
    if (key === undefined) return
    const others = queued.get(key)
    others?.delete(waiter)
    if (others?.size === 0) queued.delete(key)
  }

  return {
    /** The answer, as soon as there is one. Rejects with a problem, or when the caller leaves first. */
    ask(request: FlightRequest): Promise<Answer> {
      return new Promise((resolve, reject) => {
        const { key, caller, question, line } = request
        const waiter: Waiter = { request, place: undefined, flight: undefined, resolve, reject }
        if (line.destroyed) return reject(new Error('the caller has left'))
        line.once('close', () => leave(waiter))

        const flight = key === undefined ? undefined : flying.get(key)
        if (flight) return join(waiter, flight)
        const place = lanes.enter(caller, question.lane, () => begin(waiter, place))
        waiter.place = place
        if (place.isRunning) return begin(waiter, place)
        if (key !== undefined) queued.set(key, (queued.get(key) ?? new Set()).add(waiter))
      })
    },
    /** For the metrics. */
    streams: () => streams,
    sharedBytes: () => sharedBytes,
  }
}

function noRoom(): AppError {
  return new AppError('too-many-requests', 'Too many large answers are under way.', { retryAfterSeconds: 5 })
}
