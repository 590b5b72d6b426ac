import type { Reach } from './arrival-position.ts'
import { isBeyond } from './arrival-vector.ts'

/** What the high-water mark is made of. */
export interface FrontierPorts {
  /** How far the indexers have stored everything and said so. */
  committed(): Promise<Reach>
  /** Makes everything that is stored findable. */
  refresh(): Promise<void>
}

/** A younger high-water mark serves all callers; the engine is asked at most so often. */
const AGE_MS = 500

export type Frontier = ReturnType<typeof createFrontier>

/**
 * How far the log can be read through the engine without missing anything. Positions first, then the refresh: what was
 * committed when the positions were read was stored before, so that the refresh finds it; whatever is stored later lies
 * behind the positions. The other way round, an alert could be stored and committed between the two and be passed over.
 */
export function createFrontier(
  { committed, refresh }: FrontierPorts,
  now: () => number = performance.now.bind(performance),
) {
  let refreshed: Reach | undefined
  let view: Promise<Reach> | undefined
  let askedAt = 0

  async function look(): Promise<Reach> {
    const reach = await committed()
    if (!refreshed || mayShowMore(reach, refreshed)) {
      await refresh()
      refreshed = reach
    }
    return reach
  }

  return {
    /** The high-water mark as it is, or was a moment ago. Callers at the same time share one question. */
    current(): Promise<Reach> {
      if (!view || now() - askedAt > AGE_MS) {
        askedAt = now()
        const asked = look()
        view = asked
        // A failure is told to who asked, and not kept for the next.
        asked.catch(() => {
          if (view === asked) view = undefined
        })
      }
      return view
    },
  }
}

/** An epoch that has opened shows the rest of the one before, which was stored while it was closed. */
function mayShowMore(reach: Reach, before: Reach): boolean {
  return reach.epoch !== before.epoch || reach.isOpen !== before.isOpen || isBeyond(reach.offsets, before.offsets)
}
