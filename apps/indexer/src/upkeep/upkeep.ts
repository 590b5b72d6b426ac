import type { Logger } from '@watchpost/runtime'
import type { Load, LoadMeter } from './load-meter.ts'
import type { RefreshPace } from './refresh-pace.ts'
import type { SegmentMerger } from './segment-merger.ts'

export interface UpkeepPorts {
  meter: LoadMeter
  pace: RefreshPace
  merger: SegmentMerger
  logger: Pick<Logger, 'warn'>
}

const LOOK_MS = 3_000

export type Upkeep = ReturnType<typeof createUpkeep>

/** What the leader does by load: measures it, sets the pace of refreshes, merges what is sealed. */
export function createUpkeep({ meter, pace, merger, logger }: UpkeepPorts, now: () => number = Date.now) {
  let lookedAt = Number.NEGATIVE_INFINITY
  let newest: Load | undefined

  /** A failed step is only a late one, and does not stop the others. */
  async function attempt(step: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logger.warn({ err: error, step }, 'upkeep failed')
    }
  }

  return {
    /** To be called when this copy starts to lead. */
    startLeading(): void {
      newest = undefined
      meter.restart()
      pace.startLeading()
      merger.startLeading()
    },

    /** One look at the load, at most every three seconds. Where it is not known, everything stays as it is. */
    async tick(): Promise<void> {
      if (now() - lookedAt < LOOK_MS) return
      lookedAt = now()
      await attempt('measuring the load', async () => {
        const load = await meter.measure()
        newest = load
        await attempt('setting the pace of the refresh', () => pace.adapt(load))
        await attempt('merging', () => merger.look(load.share))
      })
    },

    /** As measured last. */
    load: (): Load | undefined => newest,
  }
}
