import { AppError } from '@watchpost/contract'
import PQueue from 'p-queue'

export interface HashingQueueOptions {
  concurrency: number
  /** For each kind of source, known and unknown. */
  maxWaiting: number
  retryAfterSeconds: number
}

export type HashingQueue = ReturnType<typeof createHashingQueue>

/**
 * A hash costs 46 MiB and a tenth of a second: a few run concurrently, some wait, the rest is rejected with
 * Retry-After. Sources that the account has signed in from before go first and have a queue of their own, so that a
 * flood from unknown sources cannot block them.
 */
export function createHashingQueue({ concurrency, maxWaiting, retryAfterSeconds }: HashingQueueOptions) {
  const queue = new PQueue({ concurrency })
  return {
    async run<T>(task: () => Promise<T>, isKnown: boolean): Promise<T> {
      const priority = isKnown ? 1 : 0
      if (queue.sizeBy({ priority }) >= maxWaiting) {
        throw new AppError('too-many-requests', 'Too many logins are waiting already.', { retryAfterSeconds })
      }
      return queue.add(task, { priority })
    },
  }
}
