import { AppError } from '@watchpost/contract'
import { createDeadLetters, type LogConfig } from '@watchpost/log'
import { createDeadLetterRetries, isStoreUnavailable, type Store } from '@watchpost/store'
import { createBoundedQueue } from './bounded-queue.ts'
import { createDeadLetterService, type DeadLetterPorts } from './dead-letter-service.ts'

/** Builds the dead-letter service; `letters` is a part that has to be stopped. */
export function composeDeadLetters({ config, store }: { config: LogConfig; store: Store }) {
  const letters = createDeadLetters(config, 'watchpost-api-dead')
  const ports: DeadLetterPorts = {
    letters: {
      bounds: () => letters.bounds().catch(logIsAway),
      page: (wish) => letters.page(wish).catch(logIsAway),
      retry: (wish) => letters.retry(wish).catch(logIsAway),
    },
    retries: createDeadLetterRetries(store),
    reading: createBoundedQueue({ concurrency: 2, maxWaiting: 16, retryAfterSeconds: 2 }),
  }
  return { service: createDeadLetterService(ports), letters }
}

function logIsAway(cause: unknown): never {
  // A retry also writes an audit row, so the failure may be the store's.
  if (cause instanceof Error && isStoreUnavailable(cause)) throw cause
  throw new AppError('dead-letters-unavailable', undefined, { cause, retryAfterSeconds: 5 })
}
