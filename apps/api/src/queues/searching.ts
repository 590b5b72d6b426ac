import { AppError } from '@watchpost/contract'
import type { Asking } from '@watchpost/engine'
import type { Place, QueueName, SearchQueues } from './search-queues.ts'

/** The context of an engine request, and the caller whose share of the engine it uses. */
export interface CallerAsking extends Asking {
  caller: string
}

export interface SearchingOptions {
  queues: Pick<SearchQueues, 'enter'>
  /** How long a search may wait in the queue. After this time the caller has likely given up. */
  waitMs: number
  /** A search waited too long in the queue. */
  onTurnedAway(queue: QueueName, reason: 'too-long'): void
}

export type Searching = ReturnType<typeof createSearching>

const RETRY_SECONDS = 10

/** The problem of a search that waited too long for its turn. */
export function waitedTooLong(): AppError {
  const detail = 'Other searches took too long for this one to have its turn.'
  return new AppError('too-many-requests', detail, { retryAfterSeconds: RETRY_SECONDS })
}

/** Runs requests to the engine that are plain calls, each when it is its caller's turn. */
export function createSearching({ queues, waitMs, onTurnedAway }: SearchingOptions) {
  function turnOf(queue: QueueName, { caller, signal }: CallerAsking): Promise<Place> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const place = queues.enter(caller, queue, () => {
        stopWaiting()
        resolve(place)
      })
      if (place.isRunning) return resolve(place)

      const giveUp = (error: unknown) => {
        stopWaiting()
        place.leave()
        reject(error)
      }
      const onAbort = () => giveUp(signal.reason)
      const overdue = setTimeout(() => {
        onTurnedAway(queue, 'too-long')
        giveUp(waitedTooLong())
      }, waitMs)
      const stopWaiting = () => {
        clearTimeout(overdue)
        signal.removeEventListener('abort', onAbort)
      }
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    /**
     * Runs a task when it is the caller's turn. Throws `too-many-requests` if the queue is full or the turn does not
     * come. A task whose signal aborts while it is queued never runs. A task must not run another one: it would wait for
     * a second place while it holds the first.
     */
    async run<T>(queue: QueueName, asking: CallerAsking, task: () => Promise<T>): Promise<T> {
      const place = await turnOf(queue, asking)
      try {
        return await task()
      } finally {
        place.leave()
      }
    },
  }
}
