import { AppError } from '@watchpost/contract'
import PQueue from 'p-queue'

export interface BoundedQueueOptions {
  concurrency: number
  maxWaiting: number
  retryAfterSeconds: number
}

export type BoundedQueue = ReturnType<typeof createBoundedQueue>

/** Runs a few tasks at once, lets some wait, and refuses the rest at once rather than let everybody wait for ever. */
export function createBoundedQueue({ concurrency, maxWaiting, retryAfterSeconds }: BoundedQueueOptions) {
  const queue = new PQueue({ concurrency })
  return {
    /** A task whose signal aborts while it waits never runs. */
    async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (queue.size >= maxWaiting) {
        const detail = `${maxWaiting} others are waiting already.`
        throw new AppError('too-many-requests', detail, { retryAfterSeconds })
      }
      return queue.add(task, { signal })
    },
  }
}
