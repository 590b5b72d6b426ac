import { AppError } from '@watchpost/contract'
import PQueue from 'p-queue'

export interface BoundedQueueOptions {
  concurrency: number
  maxWaiting: number
  retryAfterSeconds: number
}

export type BoundedQueue = ReturnType<typeof createBoundedQueue>

/** Runs a few tasks concurrently, queues some, and rejects the rest at once, to bound the waiting time. */
export function createBoundedQueue({ concurrency, maxWaiting, retryAfterSeconds }: BoundedQueueOptions) {
  const queue = new PQueue({ concurrency })
  return {
    /** A task whose signal aborts while it is queued never runs. */
    async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (queue.size >= maxWaiting) {
        const detail = `${maxWaiting} others are waiting already.`
        throw new AppError('too-many-requests', detail, { retryAfterSeconds })
      }
      return queue.add(task, { signal })
    },
  }
}
