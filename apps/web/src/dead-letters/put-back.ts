import type { DeadLetterRetry } from '@watchpost/contract'

/** The result of a retry. */
export interface PutBack {
  count: number
  at: number
}

/**
 * Puts back all waiting dead letters, with as many requests as needed. The first response sets the upper bound. Dead
 * letters that fail again have higher numbers and are skipped, so the loop ends.
 */
export async function putBackAll(
  retry: (upTo: number | undefined) => Promise<DeadLetterRetry>,
  now: () => number = Date.now,
): Promise<PutBack> {
  let count = 0
  let upTo: number | undefined
  for (;;) {
    const { put_back, up_to, is_complete } = await retry(upTo)
    count += put_back
    if (is_complete || up_to === null) return { count, at: now() }
    upTo = up_to
  }
}
