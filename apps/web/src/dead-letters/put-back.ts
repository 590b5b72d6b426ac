import type { DeadLetterRetry } from '@watchpost/contract'

/** What a retry came to. */
export interface PutBack {
  count: number
  at: number
}

/**
 * Puts back all that wait now, in as many requests as that takes. The first says how far; letters that come back while
 * it runs have a higher number and are left alone, so it ends.
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
