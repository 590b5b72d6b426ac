import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '@watchpost/store'

export interface GenerationList {
  list(): Promise<Generation[]>
}

/** A snapshot of the generations. It does not change while a batch is placed. */
export interface GenerationView {
  /** The newest generation that accepts writes: new events go there. */
  current: Generation
  get(number: number): Generation | undefined
  /** The next generation that still exists. */
  after(number: number): Generation | undefined
}

/** New streams should start in a new generation soon after it opened. A larger value only delays this. */
const VIEW_AGE_MS = 2_000

/**
 * The generations as last read. An old view is late but never wrong: the engine refuses a write to a sealed index, and
 * then the view is read again.
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

  /** While the store is unreachable the old view is used, so that known streams are still indexed. */
  function keepOldView(error: unknown): void {
    if (known.length === 0) throw error
  }

  return {
    refresh,

    /** Waits until the leader has created the first generation. */
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
