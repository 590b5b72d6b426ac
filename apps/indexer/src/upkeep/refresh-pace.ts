import type { RefreshSeconds } from '@watchpost/engine'
import type { Logger } from '@watchpost/runtime'
import type { Generation } from '@watchpost/store'
import type { Load } from './load-meter.ts'

export interface RefreshPacePorts {
  openGenerations(): Promise<Generation[]>
  setRefresh(generation: Generation, seconds: RefreshSeconds): Promise<void>
  logger: Pick<Logger, 'info'>
}

export interface RefreshPaceLimits {
  /** The refresh interval of a new index: stored events become searchable after at most this time. */
  refreshSeconds: number
  busyPercent: number
  busyRefreshSeconds: number
  behindRefreshSeconds: number
}

/** More than ten seconds of work on a small machine: searches are late anyway. */
const BEHIND = 50_000
const CAUGHT_UP = 10_000
/** Hysteresis: this far above or below the limit, for this long. */
const BAND = 0.05
const HOLD_MS = 10_000

/**
 * Refreshes less often under load. The engine then spends about a quarter less on each event. This avoids or shortens a
 * backlog, which would delay searchability far more. Alerts always keep the interval of a new index: their
 * refresh is small.
 */
export function createRefreshPace(
  { openGenerations, setRefresh, logger }: RefreshPacePorts,
  { refreshSeconds, busyPercent, busyRefreshSeconds, behindRefreshSeconds }: RefreshPaceLimits,
  now: () => number = Date.now,
) {
  const busyShare = busyPercent / 100
  /** The interval that this indexer last set on each open generation while it led. */
  let given = new Map<number, number>()
  let isBehind = false
  let isBusy = false
  /** When the load crossed to the other side of the limit. */
  let crossedAt: number | undefined
  let pace = refreshSeconds

  function noteShare(share: number | undefined): void {
    if (share === undefined) return
    const isAcross = isBusy ? share < busyShare - BAND : share > busyShare + BAND
    crossedAt = isAcross ? (crossedAt ?? now()) : undefined
    if (crossedAt === undefined || now() - crossedAt < HOLD_MS) return
    isBusy = !isBusy
    crossedAt = undefined
  }

  function choose(): { seconds: number; reason: 'behind' | 'busy' | 'spare capacity' } {
    if (isBehind) return { seconds: Math.max(refreshSeconds, behindRefreshSeconds), reason: 'behind' }
    if (isBusy) return { seconds: Math.max(refreshSeconds, busyRefreshSeconds), reason: 'busy' }
    return { seconds: refreshSeconds, reason: 'spare capacity' }
  }

  return {
    /** Call it when this indexer becomes leader: another one may have set any interval. */
    startLeading(): void {
      given = new Map()
      crossedAt = undefined
    },

    /** Sets the refresh interval of every open generation according to the load. */
    async adapt({ unread, share, eventsPerSecond, capacity }: Load): Promise<void> {
      isBehind = unread > (isBehind ? CAUGHT_UP : BEHIND)
      noteShare(share)
      const { seconds, reason } = choose()
      if (seconds !== pace) {
        const load = { share, eventsPerSecond, capacity, unread }
        logger.info({ refreshSeconds: seconds, reason, ...load }, 'pace of the refresh changed')
      }
      pace = seconds
      const next = new Map<number, number>()
      for (const generation of await openGenerations()) {
        if (given.get(generation.number) !== seconds)
          await setRefresh(generation, { eventSeconds: seconds, alertSeconds: refreshSeconds })
        next.set(generation.number, seconds)
      }
      given = next
    },

    /** The current refresh interval of events in seconds. */
    eventSeconds: (): number => pace,
  }
}
export type RefreshPace = ReturnType<typeof createRefreshPace>
