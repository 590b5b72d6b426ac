import { isProblem } from '@watchpost/sdk'

const mostTries = 2

/** Whether asking once more by itself makes sense: only for what passes, and not so often that no one is told. */
export function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (failures >= mostTries) return false
  return isProblem(error) ? error.status === 429 || error.status === 503 : true
}

const firstPauseMs = 1_000

/** Asks, and asks again where that makes sense, with growing pauses; what fails in the end rises. */
export async function withRetries<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  pauseMs = firstPauseMs,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !isWorthAnotherTry(failures, error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** failures))
      signal.throwIfAborted()
    }
  }
}
