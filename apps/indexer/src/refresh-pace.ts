import type { Logger } from '@watchpost/runtime'
import type { Generation } from '@watchpost/store'

export interface RefreshPacePorts {
  /** Events written to the log and not yet stored. */
  unread(): Promise<number>
  openGenerations(): Promise<Generation[]>
  setRefresh(generation: Generation, seconds: number): Promise<void>
  logger: Logger
}

/** As the index is made: what is stored is found after at most so long. */
export interface RefreshPaceLimits {
  refreshSeconds: number
}

/** More than ten seconds of work on a small machine: what is searchable is late anyway. */
const BEHIND = 50_000
const CAUGHT_UP = 10_000
const SECONDS_WHILE_BEHIND = 10
const LOOK_MS = 3_000

/**
 * Makes what is stored searchable less often while the indexers are far behind: the engine then spends a quarter less
 * on each event, so that the backlog, which keeps far more from being found, is gone sooner.
 */
export function createRefreshPace(
  { unread, openGenerations, setRefresh, logger }: RefreshPacePorts,
  { refreshSeconds }: RefreshPaceLimits,
  now: () => number = Date.now,
) {
  const slow = Math.max(refreshSeconds, SECONDS_WHILE_BEHIND)
  /** What each open generation was last given by this copy while it led. */
  let given = new Map<number, number>()
  let isBehind = false
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    const count = await unread()
    const wasBehind = isBehind
    isBehind = count > (isBehind ? CAUGHT_UP : BEHIND)
    const seconds = isBehind ? slow : refreshSeconds
    if (isBehind !== wasBehind) logger.info({ unread: count, refreshSeconds: seconds }, 'pace of the refresh changed')
    const open = await openGenerations()
    const next = new Map<number, number>()
    for (const generation of open) {
      if (given.get(generation.number) !== seconds) await setRefresh(generation, seconds)
      next.set(generation.number, seconds)
    }
    given = next
  }

  return {
    /** To be called when this copy starts to lead: another one may have set any pace. */
    startLeading(): void {
      given = new Map()
    },

    /** One look at the backlog, at most every few seconds. A failed one is only a late one. */
    async tick(): Promise<void> {
      if (now() - lookedAt < LOOK_MS) return
      lookedAt = now()
      try {
        await look()
      } catch (error) {
        logger.warn({ err: error }, 'the pace of the refresh could not be looked after')
      }
    },
  }
}
export type RefreshPace = ReturnType<typeof createRefreshPace>
