import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import { isStoreUnavailable } from './store-unavailable.ts'

const PAUSE_MS = 500

/**
 * Asks until the store can be reached, or `stop` aborts: a role that starts before its database waits for it. Other
 * failures rise.
 */
export async function untilStoreAnswers<T>(
  ask: () => Promise<T>,
  logger: Pick<Logger, 'info' | 'warn'>,
  stop?: AbortSignal,
): Promise<T> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const answer = await ask()
      if (isWaiting) logger.info('the database answers')
      return answer
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error
      if (!isWaiting) logger.warn({ err: error }, 'waiting for the database')
      await sleep(PAUSE_MS, undefined, stop && { signal: stop })
    }
  }
}
