import { setTimeout as sleep } from 'node:timers/promises'
import { searchable, storedOperations } from '../like-ours.ts'
import type { Counted } from './time-to-searchable.ts'

const LOOK_EVERY_MS = 150
const PATIENCE_MS = 900_000

export interface Watched {
  perSecond: number
  /** The number of searchable documents at each poll. */
  seen: Counted[]
}

/**
 * Polls an index until this many new documents are searchable. The rate counts stored documents from the first ones on:
 * the start-up time of each side is not compared, and a slow refresh does not make a writer look slow.
 */
export async function watchIndex(engine: string, index: string, events: number): Promise<Watched> {
  const [found, stored] = await Promise.all([searchable(engine, index), storedOperations(engine, index)])
  return watchCounts(events, async () => ({
    stored: (await storedOperations(engine, index)) - stored,
    searchable: (await searchable(engine, index)) - found,
  }))
}

/** The same for any counter. */
export async function watchCounts(
  events: number,
  look: () => Promise<{ stored: number; searchable: number }>,
): Promise<Watched> {
  const startedAt = Date.now()
  const seen: Counted[] = []
  let first: Counted | undefined
  let last: Counted | undefined
  for (;;) {
    const counts = await look()
    const at = Date.now()
    if (counts.stored > 0) first ??= { at, count: counts.stored }
    if (counts.stored >= events) last ??= { at, count: counts.stored }
    seen.push({ at, count: counts.searchable })
    if (last && counts.searchable >= events) return { perSecond: rateBetween(startedAt, first, last), seen }
    if (at - startedAt > PATIENCE_MS) throw new Error(`only ${counts.searchable} of ${events} events became searchable`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** If everything arrived between two polls, measure from the start. */
function rateBetween(startedAt: number, first: Counted | undefined, last: Counted): number {
  const from = first && first.at < last.at ? first : { at: startedAt, count: 0 }
  return (last.count - from.count) / ((last.at - from.at) / 1_000)
}
