import { setTimeout as sleep } from 'node:timers/promises'
import { wrapsError } from '../kafka-error.ts'

const PAUSE_MS = 500

/** Retries until the brokers answer or the client is closed. Rethrows errors that a retry cannot solve. */
export async function untilLogAnswers<T>(
  ask: () => Promise<T>,
  isClosed: () => boolean,
  pauseMs = PAUSE_MS,
): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (isClosed() || wrapsError(error, 'canRetry', false)) throw error
      await sleep(pauseMs)
    }
  }
}
