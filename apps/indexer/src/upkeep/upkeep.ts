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

/** The work of the leader that depends on load: measures load, sets refresh intervals, merges sealed indexes. */
export function createUpkeep({ meter, pace, merger, logger }: UpkeepPorts, now: () => number = Date.now) {
  let lookedAt = Number.NEGATIVE_INFINITY
  let newest: Load | undefined

  /** A failed step is retried later and does not stop the others. */
  async function attempt(step: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logger.warn({ err: error, step }, 'upkeep failed')
    }
  }

  return {
    /** Call it when this indexer becomes leader. */
    startLeading(): void {
      newest = undefined
      meter.restart()
      pace.startLeading()
      merger.startLeading()
    },

    /** One look at the load, at most every three seconds. While the load is unknown, nothing changes. */
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

    /** The last measured load. */
    load: (): Load | undefined => newest,
  }
}
