import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '@watchpost/store'

export interface GenerationList {
  list(): Promise<Generation[]>
}

/** New streams should begin in a new generation soon after it opened; nothing worse than a little delay hangs on it. */
const VIEW_AGE_MS = 2_000

/**
 * The generations as last read. An old view is never wrong, only late: a write to a sealed index is refused by the
 * engine, and then the view is read again.
 */
export function createGenerations(store: GenerationList, onRemoved: () => void = () => undefined) {
  let known: Generation[] = []
  let byNumber = new Map<number, Generation>()
  let readAt = 0

  async function refresh(): Promise<void> {
    const before = known.filter((each) => each.isRemoved).length
    known = await store.list()
    byNumber = new Map(known.map((each) => [each.number, each]))
    readAt = Date.now()
    if (known.filter((each) => each.isRemoved).length > before) onRemoved()
  }

  /** While the store is away the old view serves: indexing of the streams that are known goes on. */
  function keepOldView(error: unknown): void {
    if (known.length === 0) throw error
  }

  return {
    refresh,
    get: (number: number): Generation | undefined => byNumber.get(number),

    /** The newest that takes writes: where what is new goes. Waits for the first leader to make the first one. */
    async current(stop: AbortSignal): Promise<Generation> {
      if (Date.now() - readAt > VIEW_AGE_MS) await refresh().catch(keepOldView)
      for (;;) {
        const newest = known.findLast((each) => !each.isSealed)
        if (newest) return newest
        await sleep(200, undefined, { signal: stop })
        await refresh()
      }
    },

    /** The next one that still exists. */
    after: (number: number): Generation | undefined => known.find((each) => each.number > number && !each.isRemoved),
  }
}
export type Generations = ReturnType<typeof createGenerations>
