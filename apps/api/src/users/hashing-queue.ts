import { AppError } from '@watchpost/contract'
import PQueue from 'p-queue'

export interface HashingQueueOptions {
  concurrency: number
  /** For each kind of caller. */
  maxWaiting: number
  retryAfterSeconds: number
}

export type HashingQueue = ReturnType<typeof createHashingQueue>

/**
 * A hash costs 46 MiB and a tenth of a second: a few run at once, some wait, the rest is told to come back. Sources
 * that the account signed in from before go first and have room of their own, so that a crowd of strangers cannot
 * keep them out.
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
