import type { Logger } from '@watchpost/runtime'

export interface SweepPorts {
  generations: { list(): Promise<{ day: string; isRemoved: boolean }[]> }
  clusters: { removeBefore(instant: string): Promise<number> }
  logger: Logger
}

/** Alerts may have occurred this long before they arrived and still exist. */
const MARGIN_MS = 31 * 86_400_000

/** Removes clusters of frames long before the oldest remaining generation: their alerts are gone. */
export function createSweep({ generations, clusters, logger }: SweepPorts) {
  return async function sweep(): Promise<void> {
    const all = await generations.list()
    const oldest = all.find((each) => !each.isRemoved)
    // No generation was ever removed, so no cluster is too old.
    if (!oldest || !all.some((each) => each.isRemoved)) return
    const instant = new Date(Date.parse(oldest.day) - MARGIN_MS).toISOString()
    const removed = await clusters.removeBefore(instant)
    if (removed > 0) logger.info({ removed, before: instant }, 'clusters removed')
  }
}
