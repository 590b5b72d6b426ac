import type { Reach } from './arrival-position.ts'
import { isBeyond } from './arrival-vector.ts'

/** The inputs of the high-water mark. */
export interface FrontierPorts {
  /** How far the indexers have stored and committed everything. */
  committed(): Promise<Reach>
  /** Makes everything that is stored searchable. */
  refresh(): Promise<void>
}

/** A younger high-water mark is shared by all callers, which limits the requests to the engine. */
const AGE_MS = 500

export type Frontier = ReturnType<typeof createFrontier>

/**
 * How far the log can be read through the engine without missing anything. Read the positions first, then refresh:
 * whatever was committed when the positions were read was stored before, so the refresh makes it searchable; whatever
 * is stored later is beyond the positions. In the reverse order, an alert could be stored and committed between the two
 * and be skipped.
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
    /** The current high-water mark, or a very recent one. Concurrent callers share one request. */
    current(): Promise<Reach> {
      if (!view || now() - askedAt > AGE_MS) {
        askedAt = now()
        const asked = look()
        view = asked
        // Report a failure to its callers, and do not cache it.
        asked.catch(() => {
          if (view === asked) view = undefined
        })
      }
      return view
    },
  }
}

/** When an epoch opens, the rest of the previous one becomes readable, which was stored while it was closed. */
function mayShowMore(reach: Reach, before: Reach): boolean {
  return reach.epoch !== before.epoch || reach.isOpen !== before.isOpen || isBeyond(reach.offsets, before.offsets)
}
