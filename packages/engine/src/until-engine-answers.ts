import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@watchpost/runtime'
import { isEngineAway } from './engine-away.ts'

const PAUSE_MS = 1_000
/** Log a persistent failure again, so that it shows in recent logs. */
const WARN_EVERY_MS = 60_000

/**
 * Retries until the engine answers: a restarting node takes minutes to recover its shards, and a worker that ended each
 * time would only join and leave its group. `ask` must be safe to repeat. Other errors are rethrown.
 */
export async function untilEngineAnswers<T>(
  ask: () => Promise<T>,
  logger: Pick<Logger, 'info' | 'warn'>,
  pauseMs = PAUSE_MS,
): Promise<T> {
  for (let warnedAt: number | undefined; ; ) {
    try {
      const answer = await ask()
      if (warnedAt !== undefined) logger.info('the engine answers')
      return answer
    } catch (error) {
      if (!isEngineAway(error)) throw error
      if (warnedAt === undefined || Date.now() - warnedAt >= WARN_EVERY_MS) {
        logger.warn({ err: error }, 'waiting for the engine')
        warnedAt = Date.now()
      }
      await sleep(pauseMs)
    }
  }
}
