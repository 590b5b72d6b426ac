import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '@watchpost/store'

export interface GenerationList {
  list(): Promise<Generation[]>
}

/** The generations as they were read at one moment: it does not change while a batch is placed. */
export interface GenerationView {
  /** The newest that takes writes: where new events go. */
  current: Generation
  get(number: number): Generation | undefined
  /** The next one that still exists. */
  after(number: number): Generation | undefined
}

/** New streams should begin in a new generation soon after it opened; nothing worse than a little delay hangs on it. */
const VIEW_AGE_MS = 2_000

/**
 * The generations as last read. An old view is never wrong, only late: a write to a sealed index is refused by the
 * engine, and then the view is read again.
 */
export function createGenerations(store: GenerationList, onRemoved: () => void = () => undefined) {
  let known: Generation[] = []
  let readAt = 0

  async function refresh(): Promise<void> {
    const before = known.filter((each) => each.isRemoved).length
    known = await store.list()
    readAt = Date.now()
    if (known.filter((each) => each.isRemoved).length > before) onRemoved()
  }

  /** While the store is away the old view serves: indexing of the streams that are known goes on. */
  function keepOldView(error: unknown): void {
    if (known.length === 0) throw error
  }

  return {
    refresh,

    /** Waits for the first leader to make the first generation. */
    async view(stop: AbortSignal): Promise<GenerationView> {
      if (Date.now() - readAt > VIEW_AGE_MS) await refresh().catch(keepOldView)
      for (;;) {
        const current = known.findLast((each) => !each.isSealed)
        if (current) return viewOf(known, current)
        await sleep(200, undefined, { signal: stop })
        await refresh()
      }
    },
  }
}
export type Generations = ReturnType<typeof createGenerations>

function viewOf(all: readonly Generation[], current: Generation): GenerationView {
  const byNumber = new Map(all.map((each) => [each.number, each]))
  return {
    current,
    get: (number) => byNumber.get(number),
    after: (number) => all.find((each) => each.number > number && !each.isRemoved),
  }
}
