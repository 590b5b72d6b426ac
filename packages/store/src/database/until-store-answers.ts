import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import { isStoreRetryable } from './store-unavailable.ts'

const PAUSE_MS = 500
/** Log a persistent failure again, so that it shows in recent logs. */
const WARN_EVERY_MS = 60_000

/**
 * Retries until the store answers or `stop` aborts: a service that starts before its database waits for it, and a
 * deadlock or statement timeout does not end a worker. `ask` must be safe to repeat. Other errors are rethrown.
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
