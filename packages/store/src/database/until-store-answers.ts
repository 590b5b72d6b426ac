import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import { isStoreRetryable } from './store-unavailable.ts'

const PAUSE_MS = 500
/** A statement that fails for a long time is logged again, so that the newest pages of the log show it. */
const WARN_EVERY_MS = 60_000

/**
 * Asks until the store answers, or `stop` aborts: a service that starts before its database waits for it, and a
 * deadlock or a timeout of a statement does not end a worker. `ask` must be safe to repeat. Other failures rise.
 */
export async function untilStoreAnswers<T>(
  ask: () => Promise<T>,
  logger: Pick<Logger, 'info' | 'warn'>,
  stop?: AbortSignal,
): Promise<T> {
  for (let warnedAt: number | undefined; ; ) {
    try {
      const answer = await ask()
      if (warnedAt !== undefined) logger.info('the database answers')
      return answer
    } catch (error) {
      if (!isStoreRetryable(error)) throw error
      if (warnedAt === undefined || Date.now() - warnedAt >= WARN_EVERY_MS) {
        logger.warn({ err: error }, 'waiting for the database')
        warnedAt = Date.now()
      }
      await sleep(PAUSE_MS, undefined, stop && { signal: stop })
    }
  }
}
